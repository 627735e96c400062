// The form of commission terms: a rate, rules, tiers, caps, and amounts for leads and signups.
import type { Terms } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Field, field, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { optionsOf } from './inputs.ts';

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

export function termsFields(c: PageContext, terms: Terms | null, problem?: Problem): Html {
  const its = visitOf(c).texts.terms;
  const input = (name: string, label: string, value: Field['value'], more: Partial<Field> = {}) =>
    field(c, { ...{ name, label, value, problem, isFilter: true }, ...more });
  const amount = (name: string, label: string, value: Field['value'], hint?: string) =>
    input(name, label, value, { attributes: { type: 'number', step: 'any' }, ...(hint && { hint }) });
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
