// Reads the form of commission terms.
import type { TermsInput } from '#lib/client/index.ts';
import type { Form } from '#lib/pages/shared/forms.ts';
import { linesIn, numberIn } from './inputs.ts';

const rateIn = (form: Form, name: string) => {
  const kind = form.text(`${name}.kind`);
  const value = numberIn(form, `${name}.value`);
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
    ...(key !== undefined && { match: { [key]: linesIn(form, `${name}.values`) } }),
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
    .map((name) => ({ from: numberIn(form, `${name}.from`), rate: rateIn(form, `${name}.rate`) }));
  if (steps.length === 0) return undefined;
  return {
    by: form.text('terms.tiers.by') as 'revenue',
    appliesTo: form.text('terms.tiers.appliesTo') as 'wholeMonth',
    steps,
  };
};

const ifFilled = <Value>(form: Form, name: string, convert: (value: number) => Value): Value | undefined =>
  isFilled(form, name) ? convert(numberIn(form, name)) : undefined;

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
