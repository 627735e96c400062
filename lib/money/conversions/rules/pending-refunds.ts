// Decides about refunds that arrive before their order: how long they wait, and what they deduct from the order.
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { settle, settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion, WaitingOrder } from '#lib/money/conversions/schema/conversion.ts';
import type { PendingRefund, Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { refundEntries } from './ledger-entries.ts';
import type { NewConversion } from './new-conversion.ts';
import { countedAt, refundReason } from './refund.ts';

export const pendingDays = 90;

/** The order records all of them in its transaction, which has room for 100 writes. */
const maxPending = 10;

export const expiryOf = (createdAt: Date): Date => addSeconds(createdAt, pendingDays * secondsPerDay);

type Entry = WaitingOrder['pendingRefunds'][number];

/** DynamoDB deletes an expired item up to two days late, so the time decides. */
export const waitingIn = (claim: WaitingOrder | undefined, now: Date): readonly Entry[] =>
  (claim?.pendingRefunds ?? []).filter(({ id }) => expiryOf(timeOf(id)) > now);

/** Throws a 409 if too many refunds wait for the order. */
export function withPending(claim: WaitingOrder | undefined, { id, refundId }: Entry, now: Date) {
  const waiting = waitingIn(claim, now);
  if (waiting.length >= maxPending)
    throw conflict(
      'pending_refund_limit_reached',
      `${maxPending} refunds already wait for the order: record the order first`,
    );
  return {
    pendingRefunds: [...waiting, { id, refundId }],
    expiresAt: epochSeconds(expiryOf(now)),
    revision: claim?.revision ?? 0,
  };
}

export interface RefundedConversion {
  readonly conversion: Conversion;
  readonly commission: Commission | undefined;
  /** The difference of a commission that keeps its amount, because it is settled elsewhere. */
  readonly adjustment?: Commission;
  readonly refunds: readonly Refund[];
  /** The entries of the refunds, after those of the order and of its commission. */
  readonly entries: readonly LedgerEntry[];
}

const recordedRefund = (
  { expiresAt: _, ...pending }: PendingRefund,
  { id: conversionId }: Conversion,
  amount: number,
): Refund => ({
  ...pending,
  conversionId,
  amount,
  asked: pending.amount,
  commissionId: null,
  reversedAt: null,
  reversalReason: null,
  supplementId: null,
  revision: 0,
});

/** Each of the refunds names the adjustment, which has their sum. */
const withAdjustment = (refund: Refund, { id }: Commission): Refund =>
  refund.amount === 0 ? refund : { ...refund, commissionId: id };

/** Deducts the refunds that waited for an order, each at most as far as something is left of the order. */
export function applyPending(
  { conversion: recorded, commission }: NewConversion,
  pending: readonly PendingRefund[],
  now: Date,
): RefundedConversion {
  let conversion = recorded;
  const refunds: Refund[] = [];
  const entries: LedgerEntry[] = [];
  for (const refund of pending) {
    const before = conversion;
    const amount = Math.min(refund.amount, before.amount - before.refundedAmount);
    conversion = { ...before, refundedAmount: before.refundedAmount + amount };
    refunds.push(recordedRefund(refund, recorded, amount));
    const movement = { before, after: conversion, existingDiscountId: recorded.discountId };
    if (amount > 0) entries.push(...refundEntries({ ...movement, at: countedAt(refund, recorded) }, now));
  }
  if (commission === undefined || entries.length === 0) return { conversion, commission, refunds, entries };
  const settlement = settle(commission, { before: recorded, after: conversion, reason: refundReason }, now);
  const { adjustment } = settlement;
  return {
    conversion,
    commission: settlement.changed ?? commission,
    ...(adjustment && { adjustment }),
    refunds: adjustment ? refunds.map((refund) => withAdjustment(refund, adjustment)) : refunds,
    entries: [...entries, ...settlementEntries(commission, settlement, now)],
  };
}
