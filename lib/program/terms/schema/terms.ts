// Defines terms as they are stored: rates by line item and kind of customer, a cap for each order, and amounts for leads and signups.
import * as z from 'zod';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { rate, storedRate } from '#lib/foundation/shared/rates.ts';

/** The fields of a line item that a rule can name. `tag` is one of its `tags`. */
export const matchFields = ['sku', 'productId', 'category', 'tag'] as const;
export type MatchField = (typeof matchFields)[number];

export const maxRules = 50;
export const maxMatchValues = 100;

export const per = z.enum(['order', 'item']).meta({
  description: 'A fixed amount is earned once for each `order`, or for each `item`: times its `quantity`.',
});

const storedTermsRate = z.object({ ...storedRate.shape, per });
export type TermsRate = z.output<typeof storedTermsRate>;

export const termsRate = z
  .object({ ...rate.shape, per })
  .meta({ id: 'TermsRate', description: 'A percentage, or a fixed amount for each order or item.' });

const values = z.array(z.string()).optional();
const match = z.object({ sku: values, productId: values, category: values, tag: values });

/** Null for a part of an order that has no rate, such as excluded items. */
export const partRate = storedTermsRate.nullable();

/** Whether the order is the first recorded sale of its customer. */
export const customerKind = z.enum(['new', 'returning']);
export type CustomerKind = z.output<typeof customerKind>;

export const ruleCustomers = () =>
  customerKind.optional().meta({
    description:
      'Limits the rule to orders of `new` or of `returning` customers. An order is of a new customer if it is the first recorded sale of ' +
      'the customer, or if its `isNewCustomer` says so.',
  });

const storedRule = z.object({
  /** A rule without it applies to all line items. */
  match: match.optional(),
  /** A rule without it applies to all customers. */
  customers: customerKind.optional(),
  /** Null for a rule that excludes its items. */
  rate: partRate,
});
export type StoredRule = z.output<typeof storedRule>;

const fixedRate = storedRate.optional();

export const storedTerms = z.object({
  rate: storedTermsRate,
  rules: z.array(storedRule),
  caps: z.object({ perOrder: minorUnits.optional() }),
  /** Fixed amounts. Without them, a lead or a signup earns nothing. */
  lead: fixedRate,
  signup: fixedRate,
});
export type Terms = z.output<typeof storedTerms>;

/** The part of a version that an order needs. With null, the simple rates apply again. */
export const appliedVersion = z.object({
  ownerId: z.string(),
  validFrom: z.string(),
  terms: storedTerms.nullable(),
});
