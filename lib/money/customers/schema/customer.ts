// Defines the stored items that bind a customer to a creator.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';

/** Schemas are shared, because each slows down the cold start of orders. */
const text = z.string();
const textOrNull = text.nullable();
const conversionId = idSchema('conversion');

const assignment = {
  affiliateId: idSchema('affiliate').nullable(),
  /** Why an admin chose the creator. Null for the creator of the first order. */
  reason: textOrNull,
};

/** Found by the salted hash of an e-mail address, for orders without a `customerId`. */
export const storedCustomerEmail = z.object({
  brandId: idSchema('brand'),
  ...assignment,
  pastAffiliates: pastValues(z.object(assignment)),
  /** The campaign and the time of the order, lead or signup that bound the customer. */
  campaignId: idSchema('campaign').nullable(),
  conversionId,
  boundAt: instant,
  /** A person has chosen the creator. Otherwise the creator is that of the order that bound the customer, also when the order moves. */
  isChosen: z.literal(true).optional(),
  /** The first recorded sale of the customer. Null after a lead or a signup, until the customer buys. */
  firstOrderId: conversionId.nullable(),
  revision: z.int(),
});
export type Binding = z.output<typeof storedCustomerEmail>;

export const storedCustomer = z.object({
  ...storedCustomerEmail.shape,
  id: idSchema('customer'),
  /** Null after the erasure of an id that was an e-mail address. */
  customerId: textOrNull,
  /** The salted hash of the `customerId`, which is also the key of the item. */
  customerKey: text,
  /** The salted hashes of the addresses that were bound together with the customer, so that they move together. */
  emailKeys: z.array(text),
  createdAt: instant,
});
export type Customer = z.output<typeof storedCustomer>;
