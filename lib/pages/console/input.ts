// Reads what a person has entered: filters of lists, rates and creators.
import type { Affiliate, Client, Rate, RateInput } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Form, field, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

const pageSize = 25;

export const pageQuery = (c: PageContext) => ({
  limit: pageSize,
  cursor: given(c, 'cursor'),
  order: oneOf(c.req.query('order'), ['asc']),
});

/** The value of a filter; undefined if it is absent or empty. */
export const given = (c: PageContext, name: string): string | undefined =>
  c.req.query(name)?.trim() || undefined;

export const oneOf = <Value extends string>(
  text: string | undefined,
  values: readonly Value[],
): Value | undefined => values.find((value) => value === text);

/** The path of the page, whose id must be one segment. */
/** The API explains why a text is no number. */
export const numberIn = (text: string): number => (text === '' ? Number.NaN : Number(text));

export const rateText = (format: Format, { type, value }: Pick<Rate, 'type' | 'value'>): string =>
  type === 'fixed' ? format.money(value) : `${format.number(value)}%`;

export function rateIn(form: Form, name: string): RateInput | null {
  const type = oneOf(form.text(`${name}.type`), ['percentage', 'fixed']);
  const value = form.text(`${name}.value`);
  // The API refuses a value without its kind, which would be lost otherwise.
  if (type === undefined) return value === '' ? null : { type: '' as 'fixed', value: numberIn(value) };
  return { type, value: numberIn(value) };
}

interface RateField {
  readonly name: string;
  readonly label: string;
  /** The text about the rate that applies without an own one. */
  readonly otherwise: string;
  readonly rate: Rate | null | undefined;
  readonly problem?: Problem | undefined;
}

export function rateFields(c: PageContext, { name, label, otherwise, rate, problem }: RateField): Html {
  const { percentage, fixed, value, chooseKind } = visitOf(c).texts.input;
  const kind = `${name}.type`;
  const ofKind = problem?.fields.has(kind) && {
    ...problem,
    fields: new Map([...problem.fields, [kind, chooseKind]]),
  };
  return html`<div class="grid">${field(c, {
    name: kind,
    label,
    options: [
      ['', otherwise],
      ['percentage', percentage],
      ['fixed', fixed],
    ],
    value: rate?.type ?? '',
    problem: ofKind || problem,
  })}${field(c, {
    name: `${name}.value`,
    label: value,
    value: rate?.value ?? '',
    attributes: { inputmode: 'decimal' },
    problem,
  })}</div>`;
}

/** Finds a creator by the e-mail address, the tracking code or the id. */
export async function findCreator(api: Client, text: string): Promise<Affiliate | undefined> {
  if (text.startsWith('aff_')) return api.affiliates.get(text);
  const { data } = await api.affiliates.list(text.includes('@') ? { email: text } : { trackingCode: text });
  return data[0];
}

/** Lines of a text field, without empty ones. */
export const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .map((line) => line.split(/[,;\t]/).map((part) => part.trim()))
    .filter(([first]) => first);
