// Creates the ledger entries of orders and refunds.

import { newId } from '#lib/foundation/shared/ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { transfer } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { conversionListKeys } from './list-keys.ts';

const sharedFields = (conversion: Conversion, now: Date) => ({
  id: newId('ledgerEntry', now),
  at: now.toISOString(),
  brandId: conversion.brandId,
  conversionId: conversion.id,
  commissionId: null,
  payoutId: null,
  affiliateId: conversion.affiliateId,
  campaignId: conversion.campaignId,
  discountId: conversion.discountId,
  commissions: {},
});

/** Leads and signups are in the list of conversions, but are no orders. */
const ordersOf = ({ kind }: Conversion): number => (kind === 'sale' ? 1 : 0);

export const orderEntry = (conversion: Conversion, now: Date, customerKey?: string): LedgerEntry => ({
  ...sharedFields(conversion, now),
  kind: 'order',
  postings: [...transfer('sales', 'customers', conversion.amount)],
  orders: ordersOf(conversion),
  uses: conversion.discountId === null ? 0 : ordersOf(conversion),
  conversions: { total: 1, [conversion.receipt.attribution]: 1, amount: conversion.amount },
  report: { at: conversion.occurredAt, discountId: conversion.discountId, approvedAt: null },
  ...conversionListKeys(conversion, customerKey),
});

type Refunded = Pick<Conversion, 'amount' | 'refundedAmount'>;

/** An order counts until all of it is refunded. A free order always counts. */
const countOf = ({ amount, refundedAmount }: Refunded): number =>
  amount > 0 && refundedAmount === amount ? 0 : 1;

interface RefundMovement {
  readonly before: Refunded;
  readonly after: Conversion;
  /** Null if the code was deleted, because a deleted code has no totals. */
  readonly existingDiscountId: string | null;
  /** The time under which figures count the entry. */
  readonly at: string;
}

/** The entry of a refund, or of its reversal, which takes the refund back. The uses of the discount code stay. */
export function refundEntry(
  { before, after, existingDiscountId, at }: RefundMovement,
  now: Date,
): LedgerEntry {
  const amount = after.refundedAmount - before.refundedAmount;
  return {
    ...sharedFields(after, now),
    discountId: existingDiscountId,
    kind: amount < 0 ? 'refundReversal' : 'refund',
    postings: [...transfer('customers', 'sales', amount)],
    orders: countOf(after) - countOf(before),
    uses: 0,
    conversions: {},
    report: { at, discountId: after.discountId, approvedAt: null },
  };
}
