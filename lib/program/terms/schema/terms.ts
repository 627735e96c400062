// Defines terms as they are stored: rates by line item, and a cap for each order.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

/** The fields of a line item that a rule can name. `tag` is one of its `tags`. */
export const matchFields = ['sku', 'productId', 'category', 'tag'] as const;
export type MatchField = (typeof matchFields)[number];

export const maxRules = 50;
export const maxMatchValues = 100;

/** The brand, the campaign or the creator whose terms they are. */
export const ownerId = z
  .union([idSchema('brand'), idSchema('campaign'), idSchema('affiliate')])
  .meta({ description: 'The brand, the campaign or the creator that has the terms.' });

export const per = z.enum(['order', 'item']).meta({
  description: 'A fixed amount is earned once for each `order`, or for each `item`: times its `quantity`.',
});

export const storedTermsRate = z.object({ ...storedRate.shape, per });
export type TermsRate = z.output<typeof storedTermsRate>;

const values = z.array(z.string()).optional();
export const match = z.object({ sku: values, productId: values, category: values, tag: values });

const storedRule = z.object({
  match,
  /** Null for a rule that excludes its items. */
  rate: storedTermsRate.nullable(),
});
export type StoredRule = z.output<typeof storedRule>;

export const storedTerms = z.object({
  rate: storedTermsRate,
  rules: z.array(storedRule),
  caps: z.object({ perOrder: minorUnits.optional() }),
});
export type Terms = z.output<typeof storedTerms>;

/** Terms that apply from an instant on, until those of the next version apply. */
export const storedVersion = z.object({
  brandId: idSchema('brand'),
  ownerId,
  validFrom: instant,
  createdAt: instant,
  /** Null from this version on: the simple rates apply again. */
  terms: storedTerms.nullable(),
  revision: z.int(),
});
export type TermsVersion = z.output<typeof storedVersion>;
