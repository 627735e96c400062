// Defines the rules of terms, and the rates that rules and terms have, in requests and answers.
import * as z from 'zod';
import { rateInput } from '#lib/foundation/shared/rates.ts';
import { matchFields, maxMatchValues, maxRules, per, ruleCustomers, termsRate } from './terms.ts';

export const termsRateInput = rateInput
  .extend({ per: per.default('order') })
  .refine(({ type, per: each }) => each === 'order' || type === 'fixed', {
    path: ['per'],
    message: 'Only a `fixed` rate can be per `item`: omit `per` for a percentage',
  })
  .meta({ id: 'TermsRateInput', description: 'A percentage, or a fixed amount for each order or item.' });
export type TermsRateInput = z.output<typeof termsRateInput>;

const values = () =>
  z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(maxMatchValues)
    .optional()
    .meta({ description: 'An item matches if it has one of these values. Letter case counts.' });

const fieldNames = matchFields.map((name) => `\`${name}\``).join(', ');

const match = z
  .strictObject({ sku: values(), productId: values(), category: values(), tag: values() })
  .refine((fields) => Object.keys(fields).length === 1, `Name exactly one of ${fieldNames}`)
  .meta({ id: 'TermsMatch', description: `The line items that a rule applies to, by one of ${fieldNames}.` });

const excluded = () =>
  z.literal(true).optional().meta({ description: 'Always `true`: the items earn nothing.' });

const ruleInput = z
  .strictObject({
    match: match.optional(),
    customers: ruleCustomers(),
    rate: termsRateInput.optional(),
    excluded: excluded(),
  })
  .refine(
    (rule) => rule.match !== undefined || rule.customers !== undefined,
    'Send `match`, `customers` or both: `rate` of the terms applies to all other orders',
  )
  .refine(
    (rule) => (rule.rate === undefined) === (rule.excluded === true),
    'Send either `rate` or `excluded: true`',
  )
  .meta({
    id: 'TermsRuleInput',
    description: 'A rate for some line items or customers, or their exclusion.',
  });

const rules = {
  description: `The first rule that matches a line item and the customer applies to the item. Items without one earn \`rate\`. At most ${maxRules}.`,
};

export const rulesInput = z.array(ruleInput).max(maxRules).default([]).meta(rules);

export const presentedRules = z
  .array(
    z.object({
      match: match.optional(),
      customers: ruleCustomers(),
      rate: termsRate.optional(),
      excluded: excluded(),
    }),
  )
  .meta(rules);
