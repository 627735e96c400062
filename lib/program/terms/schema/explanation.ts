// Defines how a commission explains what its order has earned by terms.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { decimal, minorUnits } from '#lib/foundation/shared/money.ts';
import { customerKind, partRate, termsRate } from './terms.ts';

/** A commission stays small: the rules beyond these parts are added up in one. */
export const maxParts = 10;

const matched = z.string().optional().meta({ description: 'The value that the rule names.' });

const partFields = {
  rule: z.int().nullable().meta({
    description: 'The place of the rule in `rules` of the terms, from 0. Null for the items without a rule.',
  }),
  match: z.object({ sku: matched, productId: matched, category: matched, tag: matched }).nullable().meta({
    description:
      'The value by which the rule matches an item of the order. Null without a rule, or if the rule names no items.',
  }),
};

const storedPart = z.object({
  ...partFields,
  rate: partRate,
  base: minorUnits,
  amount: minorUnits,
});
export type ExplainedPart = z.output<typeof storedPart>;

export const storedExplanation = z.object({
  ownerId: z.string(),
  termsValidFrom: instant,
  customer: customerKind,
  isCapped: z.boolean(),
  /** The sum that all rules together earned before the cap. Only an order that is capped has it. */
  earnedByRules: minorUnits.optional(),
  parts: z.array(storedPart),
});
export type Explanation = z.output<typeof storedExplanation>;

const part = z
  .object({
    ...partFields,
    rate: termsRate.nullable().meta({
      description: 'The rate of the part. Null for excluded items, and if the part adds up several others.',
    }),
    base: decimal.meta({
      description: 'The share of the part in the amount of the order. 0 for a lead or a signup.',
    }),
    amount: decimal.meta({ description: 'What the part has earned.' }),
  })
  .meta({ id: 'CommissionPart', description: 'A part of an order that earns by one rate.' });

export const explanation = z
  .object({
    termsValidFrom: instant.meta({ description: 'The `validFrom` of the terms that applied.' }),
    customer: customerKind.meta({
      description:
        '`new` if the order is the first recorded sale of its customer, or if its `isNewCustomer` says so. A customer whom no order, lead or ' +
        'signup has bound is new.',
    }),
    isCapped: z.boolean().meta({ description: 'Whether `caps` of the terms made the commission smaller.' }),
    parts: z.array(part).meta({
      description: `They add up to what the whole order earns, without its refunds. At most ${maxParts}; one without a rate adds up further rules.`,
    }),
  })
  .meta({ id: 'CommissionExplanation', description: 'How terms led to the commission.' });
