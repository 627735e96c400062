// The field in which a person enters a creator.
import type { Affiliate, Client } from '#lib/client/index.ts';
import { given } from '#lib/pages/console/inputs.ts';
import { type Visit, visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { type FieldOptions, field } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { Refusal, recover } from '#lib/pages/shared/submit.ts';

/** Finds a creator by the id, the e-mail address, the tracking code or the name, which must belong to one creator only. */
export async function findCreator({ affiliates }: Client, text: string): Promise<Affiliate | undefined> {
  if (text === '') return undefined;
  if (text.startsWith('aff_')) return recover(affiliates.get(text), [400, 404], () => undefined);
  const exact = affiliates.list(text.includes('@') ? { email: text } : { trackingCode: text });
  const { data } = await recover(exact, ['validation_failed'], () => ({ data: [] }));
  if (data[0] !== undefined || text.includes('@')) return data[0];
  const { data: named } = await affiliates.list({ q: text });
  const same = named.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const matches = same.length > 0 ? same : named;
  return matches.length === 1 ? matches[0] : undefined;
}

/** The creator that a person has entered in a form. An unknown one marks the field. */
export async function enteredCreator({ api, texts }: Visit, form: Form, name: string): Promise<Affiliate> {
  const found = await findCreator(api, form.text(name));
  if (found === undefined) throw new Refusal(texts.input.unknownCreator, name);
  return found;
}

const offeredCreators = 50;

export interface Offer {
  /** The e-mail address of the creator in the query, with which a form begins. */
  readonly value: string;
  readonly creators: readonly Affiliate[];
}

export async function offerCreators({ c, api }: Visit): Promise<Offer> {
  const text = given(c, 'creator') ?? '';
  const [found, { data: creators }] = await Promise.all([
    findCreator(api, text),
    api.affiliates.list({ status: ['active'], limit: offeredCreators }),
  ]);
  return { value: found?.email ?? text, creators };
}

/** Browsers offer the creators by their names. */
export function creatorField(
  c: PageContext,
  name: string,
  label: string,
  { value, creators }: Offer,
  its: FieldOptions = {},
): Html {
  const { creatorHint: hint } = visitOf(c).texts.input;
  const options = creators.map((creator) => html`<option value="${creator.email}">${creator.name}</option>`);
  return html`${field(c, name, label, { hint, value, list: `${name}-offers`, required: true, ...its })}
<datalist id="${name}-offers">${options}</datalist>`;
}
