// Brings the orders of shops into the ledger, with the operations of other domains.

import type { ShopOrder } from '#lib/shops/adapters/rules/adapter.ts';
import type { Target } from '#lib/shops/orders/rules/applied.ts';
import { applyOrder } from './apply-order.ts';
import type { CancellationOfShop, RefundOfShop } from './apply-refund.ts';
import { applyCancellation, applyRefund } from './apply-refund.ts';
import type { Operations } from './operations.ts';

export const shopOrders = (operations: Operations) => ({
  applyOrder: (order: ShopOrder, target: Target) => applyOrder(order, target, operations),
  applyRefund: (refund: RefundOfShop, target: Target) => applyRefund(refund, target, operations),
  applyCancellation: (cancellation: CancellationOfShop, target: Target) =>
    applyCancellation(cancellation, target, operations),
});
