// Shows and reads the form of commission terms: a rate, rules, tiers, caps, and amounts for leads and signups.
import type { Terms, TermsInput } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Form, Problem } from '#lib/pages/shared/form.ts';
import { type FieldOptions, field, optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

type Rule = Terms['rules'][number];
interface AnyRate {
  readonly type: string;
  readonly value: number;
  readonly per?: string;
}

const matchKeys = ['sku', 'productId', 'category', 'tag'] as const;
type MatchKey = (typeof matchKeys)[number];

/** One choice says both the type of a rate and what it is paid for. */
const kindOf = (rate: AnyRate | undefined): string =>
  rate?.type === 'fixed' && rate.per === 'item' ? 'item' : (rate?.type ?? 'percentage');

const matchKeyOf = (rule: Rule | undefined): MatchKey | undefined =>
  matchKeys.find((key) => rule?.match?.[key] !== undefined);

/** Two empty rows follow, in which a person can add. A refused form keeps its rows. */
function rowsOf<Row>(
  known: readonly Row[],
  prefix: string,
  problem?: Problem,
): readonly (readonly [string, Row | undefined])[] {
  const sent = new Set(problem?.form.entries.flatMap(([name]) => name.match(rowPattern(prefix))?.[1] ?? []));
  const length = sent.size || known.length + 2;
  return Array.from({ length }, (_, index) => [`${prefix}.${index}`, known[index]] as const);
}

const rowPattern = (prefix: string): RegExp => new RegExp(`^${prefix.replaceAll('.', '\\.')}\\.(\\d+)\\.`);

export function termsFields({ c, texts: { terms: its }, problem }: Page, terms: Terms | null): Html {
  type Value = FieldOptions['value'];
  const input = (name: string, label: string, value: Value, more: FieldOptions = {}) =>
    field(c, name, label, { value, isFilter: true, ...more });
  const amount = (name: string, label: string, value: Value) =>
    input(name, label, value, { type: 'number', step: 'any' });
  const choice = (name: string, label: string, value: string, labels: Readonly<Record<string, string>>) =>
    input(name, label, value, { options: optionsOf(labels) });
  const rate = (name: string, known: AnyRate | undefined, labels: Readonly<Record<string, string>>) =>
    html`${choice(`${name}.kind`, its.kind, kindOf(known), labels)}${amount(`${name}.value`, its.value, known?.value)}`;
  const rule = ([name, known]: readonly [string, Rule | undefined]) => {
    const key = matchKeyOf(known);
    const kinds = { ...its.kinds, excluded: its.excluded };
    const kind = known?.excluded === true ? { type: 'excluded', value: 0 } : known?.rate;
    const values = (key && known?.match?.[key])?.join(', ');
    return html`<div class="row">${choice(`${name}.key`, its.match, key ?? '', { '': its.everything, ...its.keys })}
${input(`${name}.values`, its.values, values)}${choice(`${name}.customers`, its.customers, known?.customers ?? '', its.customerKinds)}
${rate(`${name}.rate`, kind, kinds)}</div>`;
  };
  const { percentage, fixed } = its.kinds;
  const step = ([name, known]: readonly [string, NonNullable<Terms['tiers']>['steps'][number] | undefined]) =>
    html`<div class="row">${amount(`${name}.from`, its.from, known?.from)}${rate(`${name}.rate`, known?.rate, { percentage, fixed })}</div>`;
  return html`<fieldset><legend>${its.rate}</legend><div class="row">${rate('terms.rate', terms?.rate, its.kinds)}</div></fieldset>
<fieldset><legend>${its.rules}</legend><small>${its.rulesHint}</small>${rowsOf(terms?.rules ?? [], 'terms.rules', problem).map(rule)}</fieldset>
<fieldset><legend>${its.tiers}</legend><small>${its.tiersHint}</small>
<div class="row">${choice('terms.tiers.by', its.by, terms?.tiers?.by ?? 'revenue', its.byKinds)}
${choice('terms.tiers.appliesTo', its.appliesTo, terms?.tiers?.appliesTo ?? 'followingOrders', its.appliesToKinds)}</div>
${rowsOf(terms?.tiers?.steps ?? [], 'terms.tiers.steps', problem).map(step)}</fieldset>
<fieldset><legend>${its.more}</legend><div class="row">${amount('terms.caps.perOrder', its.perOrder, terms?.caps.perOrder)}
${amount('terms.caps.perMonth', its.perMonth, terms?.caps.perMonth)}${amount('terms.lead.value', its.lead, terms?.lead?.value)}
${amount('terms.signup.value', its.signup, terms?.signup?.value)}</div></fieldset>`;
}

const rateIn = (form: Form, name: string) => {
  const kind = form.text(`${name}.kind`);
  const value = form.number(`${name}.value`);
  if (kind === 'percentage') return { type: 'percentage' as const, value };
  return { type: 'fixed' as const, value, ...(kind === 'item' && { per: 'item' as const }) };
};

const isFilled = (form: Form, ...names: readonly string[]): boolean =>
  names.some((name) => form.optional(name) !== undefined);

/** Returns the prefixes of the rows that a form contains. */
const rowsIn = (form: Form, prefix: string): readonly string[] => {
  const numbers = form.entries.flatMap(([name]) =>
    name.startsWith(`${prefix}.`) ? [name.slice(prefix.length + 1).split('.')[0]] : [],
  );
  return [...new Set(numbers)].map((number) => `${prefix}.${number}`);
};

const ruleIn = (form: Form, name: string) => {
  const key = form.optional(`${name}.key`);
  const customers = form.optional(`${name}.customers`) as 'new' | undefined;
  const isExcluded = form.text(`${name}.rate.kind`) === 'excluded';
  return {
    ...(key !== undefined && { match: { [key]: form.lines(`${name}.values`) } }),
    ...(customers !== undefined && { customers }),
    ...(isExcluded ? { excluded: true as const } : { rate: rateIn(form, `${name}.rate`) }),
  };
};

const hasRule = (form: Form) => (name: string) =>
  isFilled(form, `${name}.key`, `${name}.values`, `${name}.customers`, `${name}.rate.value`) ||
  form.text(`${name}.rate.kind`) === 'excluded';

const tiersIn = (form: Form): TermsInput['tiers'] => {
  const rows = rowsIn(form, 'terms.tiers.steps');
  const steps = rows
    .filter((name) => isFilled(form, `${name}.from`, `${name}.rate.value`))
    .map((name) => ({ from: form.number(`${name}.from`), rate: rateIn(form, `${name}.rate`) }));
  if (steps.length === 0) return undefined;
  return {
    by: form.text('terms.tiers.by') as 'revenue',
    appliesTo: form.text('terms.tiers.appliesTo') as 'wholeMonth',
    steps,
  };
};

const ifFilled = <Value>(form: Form, name: string, convert: (value: number) => Value): Value | undefined =>
  isFilled(form, name) ? convert(form.number(name)) : undefined;

const fixed = (value: number) => ({ type: 'fixed' as const, value });

export const termsIn = (form: Form): TermsInput => ({
  rate: rateIn(form, 'terms.rate'),
  rules: rowsIn(form, 'terms.rules')
    .filter(hasRule(form))
    .map((name) => ruleIn(form, name)),
  tiers: tiersIn(form),
  caps: {
    perOrder: ifFilled(form, 'terms.caps.perOrder', Number),
    perMonth: ifFilled(form, 'terms.caps.perMonth', Number),
  },
  lead: ifFilled(form, 'terms.lead.value', fixed),
  signup: ifFilled(form, 'terms.signup.value', fixed),
});
