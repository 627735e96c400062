// Defines the stored payment details. Accounts and tax numbers are encrypted, and masked beside it.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const methodTypes = ['sepa', 'paypal', 'wise', 'other'] as const;

const text = z.string();

/** The content of `sealed` of a method. */
export const openMethod = z.object({
  name: text.optional(),
  iban: text.optional(),
  email: text.optional(),
  text: text.optional(),
});
export type OpenMethod = z.output<typeof openMethod>;

const method = z.object({
  type: z.enum(methodTypes),
  sealed: text,
  masked: openMethod,
  /** The keyed hash of the account, by which creators with the same account are found. Absent without one. */
  account: text.optional(),
});
export type Method = z.output<typeof method>;

export const openTax = z.object({ country: text, taxId: text });
export type OpenTax = z.output<typeof openTax>;

const tax = z.object({ sealed: text, masked: openTax });
export type Tax = z.output<typeof tax>;

export const storedPaymentDetails = z.object({
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  /** Null after a deletion. The item stays, so that details that are entered then are held, too. */
  current: method.nullable(),
  usableFrom: instant.nullable(),
  /** Used until `usableFrom`. */
  former: method.nullable(),
  tax: tax.nullable(),
  updatedAt: instant,
  revision: z.int(),
});
export type PaymentDetails = z.output<typeof storedPaymentDetails>;
