// Defines the stored items of refunds. They have their own file, so that the order endpoints do not bundle the input.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { storedOriginalRefund } from './original.ts';

const texts = { reason: z.string().nullable(), occurredAt: instant };

export const storedRefund = z.object({
  id: idSchema('refund'),
  brandId: idSchema('brand'),
  conversionId: idSchema('conversion'),
  orderId: z.string(),
  refundId: z.string(),
  amount: minorUnits,
  /** The amount in the request, or null if the request had no amount. */
  asked: minorUnits.nullable(),
  /** The currency of `asked`, if it is not the brand's. */
  askedCurrency: z.string().optional(),
  currency: z.string(),
  /** Refunds of orders in the brand's currency omit it. */
  original: storedOriginalRefund.optional(),
  commissionId: idSchema('commission').nullable(),
  ...texts,
  createdAt: instant,
  /** A refund that counts omits them. */
  reversedAt: instant.nullable().default(null),
  reversalReason: z.string().nullable().default(null),
  /** The adjustment of the commission that the reversal created. */
  supplementId: idSchema('commission').nullable().default(null),
  revision: z.int(),
});
export type Refund = z.output<typeof storedRefund>;

/** A refund that waits for its order. The claim of the order id names it. */
export const storedPendingRefund = z.object({
  id: idSchema('refund'),
  brandId: idSchema('brand'),
  orderId: z.string(),
  refundId: z.string(),
  amount: minorUnits,
  /** The currency of `amount`, which is not always that of the order. */
  currency: z.string(),
  ...texts,
  createdAt: instant,
  expiresAt: z.int(),
});
export type PendingRefund = z.output<typeof storedPendingRefund>;
