// Decides which ledger entries change what a creator deserves in a month.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { creditOf } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry, LedgerKind } from '#lib/money/ledger/schema.ts';
import { monthOfOrder } from './order-in-month.ts';
import type { Settlement } from './settle.ts';

/** These kinds change the revenue of an order, although its commission may stay the same. */
const revenueKinds: ReadonlySet<LedgerKind> = new Set([
  'refund',
  'refundReversal',
  'orderChange',
  'cancellation',
]);

/** A paid commission of 0 has no entry when its order moves away. Entries of orders name a commission only then. */
const isMovedAway = ({ kind, commissionId }: LedgerEntry): boolean =>
  kind === 'order' && commissionId !== null;

const isCounted = ({ status }: Commission): boolean => status === 'approved' || status === 'paid';

/** Tiers count an order by its time and its items. A change of them may leave all amounts as they are, and needs an entry nevertheless. */
export const changesMonth = (before: Commission | undefined, { changed: after }: Settlement): boolean =>
  before !== undefined &&
  after !== undefined &&
  isCounted(after) &&
  !(after.occurredAt === before.occurredAt && isDeepStrictEqual(after.explanation, before.explanation));

/** An approved commission can be 0, so the count matters as well. A payout moves an amount that counts already. */
const movesApproved = (entry: LedgerEntry): boolean =>
  creditOf(entry, 'approved', 'inPayout', 'paid') !== 0 ||
  (entry.commissions.approved ?? 0) + (entry.commissions.paid ?? 0) !== 0;

export interface MovedOrder {
  readonly affiliateId: string;
  readonly conversionId: string;
  /** The time of the order. A refund has a time of its own, so it says nothing. */
  readonly occurredAt: string | undefined;
}

/** Returns undefined for an entry that changes no month. */
export function movedOrderOf(entry: LedgerEntry): MovedOrder | undefined {
  const { kind, affiliateId, conversionId, report } = entry;
  if (affiliateId === null || conversionId === null) return undefined;
  if (!revenueKinds.has(kind) && !isMovedAway(entry) && !movesApproved(entry)) return undefined;
  const isOfRefund = kind === 'refund' || kind === 'refundReversal';
  return { affiliateId, conversionId, occurredAt: isOfRefund ? undefined : report.at };
}

export interface CreatorInMonth {
  readonly affiliateId: string;
  readonly month: string;
}

export const creatorInMonth = (
  brand: Brand,
  { affiliateId, conversionId }: MovedOrder,
  occurredAt: string,
): CreatorInMonth => ({ affiliateId, month: monthOfOrder(brand, occurredAt, conversionId) });
