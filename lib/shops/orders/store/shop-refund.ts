// Prepares a refund of a shop for a recorded order.
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ShopRefund } from '#lib/shops/adapters/rules/adapter.ts';
import type { Target } from '#lib/shops/orders/rules/applied.ts';
import { refundInputOf } from '#lib/shops/orders/schema.ts';
import type { Operations } from './operations.ts';

export function prepareShopRefund(
  refund: ShopRefund,
  conversion: Conversion,
  target: Target,
  { prepareRefund }: Operations,
) {
  const { orderId: _, ...input } = refundInputOf(refund, {
    orderId: conversion.orderId,
    currency: currencyOfRecorded(conversion),
    from: conversion.occurredAt,
    to: target.now.toISOString(),
  });
  return prepareRefund(conversion.id, input, target);
}
