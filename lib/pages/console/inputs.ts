// Reads what a person has entered: the filters of lists, and rates.
import type { Rate, RateInput } from '#lib/client/index.ts';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

/** The value of a filter. Undefined if it is absent or empty. */
export const given = (c: PageContext, name: string): string | undefined =>
  c.req.query(name)?.trim() || undefined;

export const givenIn = <Name extends string>(c: PageContext, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(c, name)])) as { [Key in Name]: string | undefined };

export const oneOf = <Value extends string>(
  text: string | undefined,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === text);

/** The API takes a list of statuses, and a page one. */
export function statusIn<Value extends string>(c: PageContext, values: readonly Value[]) {
  const status = oneOf(c.req.query('status'), values);
  return status && [status];
}

export const pageQuery = (c: PageContext, limit = 25) => ({
  limit,
  cursor: given(c, 'cursor'),
  order: oneOf(c.req.query('order'), ['asc']),
});

export function rateIn(form: Form, name: string): RateInput | null {
  const type = oneOf(form.text(`${name}.type`), ['percentage', 'fixed']);
  const value = form.number(`${name}.value`);
  // The API refuses a value without its kind, which would be lost otherwise.
  if (type === undefined)
    return form.optional(`${name}.value`) === undefined ? null : { type: '' as 'fixed', value };
  return { type, value };
}

interface RateField {
  readonly label: string;
  /** The text about the rate that applies without an own one. */
  readonly otherwise: string;
  readonly rate?: Rate | null | undefined;
}

export function rateFields(c: PageContext, name: string, { label, otherwise, rate }: RateField): Html {
  const { percentage, fixed, value, chooseKind } = visitOf(c).texts.input;
  const options = Object.entries({ '': otherwise, percentage, fixed });
  return html`<div class="grid">${field(c, `${name}.type`, label, { options, value: rate?.type ?? '', ownError: chooseKind })}
${field(c, `${name}.value`, value, { value: rate?.value ?? '', inputmode: 'decimal' })}</div>`;
}
