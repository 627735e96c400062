// Defines the stored state of an order of a shop.
import * as z from 'zod';

const storedShopRefund = z.object({
  refundId: z.string(),
  amount: z.int(),
  isOfTotal: z.literal(true).optional(),
  occurredAt: z.string(),
  isReversed: z.literal(true).optional(),
  reason: z.string().optional(),
});

/** The state of an order in the shop. Each correction of the recorded order is conditional on its revision. */
export const storedShopOrder = z.object({
  /** The version of the newest state that was applied. */
  changedAt: z.string().optional(),
  /** The item stands for a payment, whose refunds belong to this order. */
  orderId: z.string().optional(),
  /** The refunds of messages without the order. */
  refunds: z.array(storedShopRefund).default([]),
  revision: z.int(),
});
export type StoredShopOrder = z.output<typeof storedShopOrder>;
