// Decides about refunds that arrive before their order: how long they wait, and what they deduct from the order.
import type { Warning } from '#lib/foundation/contract/warning.ts';
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
import {
  askedCurrencyField,
  askedCurrencyOf,
  isUnapplied,
  type Taken,
  takenByPending,
  withRefund,
} from './refund-currency.ts';

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
  conversion: Conversion,
  taken: Taken,
): Refund => ({
  ...pending,
  conversionId: conversion.id,
  ...taken,
  asked: pending.amount,
  ...askedCurrencyField(pending.currency, conversion),
  currency: conversion.currency,
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
    const taken = takenByPending(refund, before);
    conversion = withRefund(before, taken);
    refunds.push(recordedRefund(refund, recorded, taken));
    const movement = { before, after: conversion, existingDiscountId: recorded.discountId };
    if (taken.amount > 0)
      entries.push(...refundEntries({ ...movement, at: countedAt(refund, recorded) }, now));
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

/** Says which refunds that waited for the order deduct nothing, because their currency is another one. */
export const unappliedWarnings = (refunds: readonly Refund[]): readonly Warning[] =>
  refunds.filter(isUnapplied).map((refund) => ({
    code: 'refund_unapplied',
    path: 'currency',
    message: `The refund ${refund.refundId} in ${askedCurrencyOf(refund)} waited for the order, and deducts nothing. Send it again with another \`refundId\``,
  }));
