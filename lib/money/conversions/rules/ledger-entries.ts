// Creates the ledger entries of orders, of their changes and of refunds.

import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { encodedTimeAt, newId } from '#lib/foundation/shared/ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { transfer } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { countedAmountOf, ordersOf } from './amounts.ts';
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

/** Leads, signups and tests are in the list of conversions, but are no orders. */
const countOf = ({ kind, isTest }: Conversion): number => (kind === 'sale' && !isTest ? 1 : 0);

/** The movements of an order. `existingDiscountId` is null if the code was deleted, because a deleted code has no totals. */
export const orderMovement = (
  conversion: Conversion,
  existingDiscountId: string | null,
  now: Date,
): LedgerEntry => ({
  ...sharedFields(conversion, now),
  discountId: existingDiscountId,
  kind: 'order',
  postings: [...transfer('sales', 'customers', countedAmountOf(conversion))],
  orders: countOf(conversion),
  uses: existingDiscountId === null ? 0 : countOf(conversion),
  conversions: { total: 1, [conversion.receipt.attribution]: 1, amount: countedAmountOf(conversion) },
  report: { at: conversion.occurredAt, discountId: conversion.discountId, approvedAt: null },
});

const randomLength = 16;

/** The entry that lists an order is found by the order, so that its list keys can follow a change. */
export const orderEntryId = ({ id, createdAt }: Pick<Conversion, 'id' | 'createdAt'>): string =>
  `${idKinds.ledgerEntry.prefix}_${encodedTimeAt(new Date(createdAt))}${id.slice(-randomLength)}`;

export const orderEntry = (conversion: Conversion, now: Date, customerKey?: string): LedgerEntry => ({
  ...orderMovement(conversion, conversion.discountId, now),
  id: orderEntryId(conversion),
  ...conversionListKeys(conversion, customerKey),
});

type Refunded = Pick<Conversion, 'amount' | 'refundedAmount'>;

interface RefundMovement {
  readonly before: Refunded;
  readonly after: Conversion;
  /** Null if the code was deleted, because a deleted code has no totals. */
  readonly existingDiscountId: string | null;
  /** The time under which figures count the entry. */
  readonly at: string;
}

/** Counts on the day of the order, so that the figures of this day become right. */
const orderChangeEntry = (
  before: Conversion,
  after: Conversion,
  existingDiscountId: string | null,
  now: Date,
): LedgerEntry => ({
  ...orderMovement(after, existingDiscountId, now),
  kind: 'orderChange',
  postings: [...transfer('sales', 'customers', after.amount - before.amount)],
  orders: ordersOf(after) - ordersOf(before),
  uses: 0,
  conversions: { amount: after.amount - before.amount },
});

/** A canceled order gives its use of the discount code back. */
const cancellationEntry = (
  before: Conversion,
  after: Conversion,
  existingDiscountId: string | null,
  now: Date,
): LedgerEntry => ({
  ...orderChangeEntry(before, after, existingDiscountId, now),
  kind: 'cancellation',
  uses: existingDiscountId === null ? 0 : -1,
});

interface OrderChange {
  readonly before: Conversion;
  readonly after: Conversion;
  readonly existingDiscountId: string | null;
}

/** The entry of an order that stays where it counts. `isCountedAgain` asks for an entry also if the amount stays the same. */
export function orderChangeEntries(
  { before, after, existingDiscountId }: OrderChange,
  isCountedAgain: boolean,
  now: Date,
): readonly LedgerEntry[] {
  if (after.isTest) return [];
  // A canceled lead or signup moves nothing.
  if (after.canceledAt !== null)
    return after.kind === 'sale' ? [cancellationEntry(before, after, existingDiscountId, now)] : [];
  const isSame = after.amount === before.amount && !isCountedAgain;
  return isSame ? [] : [orderChangeEntry(before, after, existingDiscountId, now)];
}

/**
 * The entry of a refund, or of its reversal, which takes the refund back. The uses of the discount code stay. The refund of a test moves
 * nothing.
 */
export function refundEntries(
  { before, after, existingDiscountId, at }: RefundMovement,
  now: Date,
): readonly LedgerEntry[] {
  if (after.isTest) return [];
  const amount = after.refundedAmount - before.refundedAmount;
  const entry: LedgerEntry = {
    ...sharedFields(after, now),
    discountId: existingDiscountId,
    kind: amount < 0 ? 'refundReversal' : 'refund',
    postings: [...transfer('customers', 'sales', amount)],
    orders: ordersOf(after) - ordersOf({ ...after, ...before }),
    uses: 0,
    conversions: {},
    report: { at, discountId: after.discountId, approvedAt: null },
  };
  return [entry];
}
