// Decides what becomes of the commission of an order that changes.
import type { Brand } from '#lib/access/brands/schema.ts';
import { exceedsShare } from '#lib/foundation/shared/rates.ts';
import { type Earnings, earningsOf, type TermsOfOrder } from '#lib/money/commissions/rules/earnings.ts';
import { earnedOf, isOver, type Settlement, settle } from '#lib/money/commissions/rules/settle.ts';
import { settledWith } from '#lib/money/commissions/rules/settled-elsewhere.ts';
import { placeOnHold, reject, reverse } from '#lib/money/commissions/rules/status.ts';
import { newCommission, rateFor } from '#lib/money/commissions/rules/terms.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { HoldReason } from '#lib/money/commissions/schema/hold.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { isFree } from './amounts.ts';
import { isOwnOrder } from './customer-hash.ts';
import type { Judgement } from './judgement.ts';

interface Circumstances {
  readonly brand: Brand;
  readonly judgement: Judgement;
  /** The commission before the change. */
  readonly previous: Commission | undefined;
  readonly terms: TermsOfOrder;
}

const isHeldAsUnreadable = (commission: Commission | undefined): boolean =>
  [commission?.hold, commission?.holdBefore].some((hold) => hold?.reason === 'customerUnreadable');

/**
 * The commission that begins with a change of the order. It is reversed if nothing is left of the order, so that it can count later. A
 * review or a rejection stays while the order stays with its creator. An order that moves while it earns nothing has none of them afterwards.
 */
export function commissionOfChanged(
  order: Conversion,
  { brand, judgement: { creator, campaign }, previous, terms }: Circumstances,
  reason: string,
  now: Date,
): Commission | undefined {
  if (creator === undefined || isFree(order)) return undefined;
  const isSelfReferral = isOwnOrder(brand, order.customerHash, creator);
  const isUnreadable = isHeldAsUnreadable(previous);
  const circumstances = { brand, creator, campaign, isSelfReferral, isUnreadable, ...terms };
  const commission = settledWith(order, newCommission(order, circumstances, now));
  if (commission === undefined) return undefined;
  const amount = earnedOf(commission, order);
  if (order.settledElsewhere) return { ...commission, amount, originalAmount: amount };
  const own = previous?.affiliateId === creator.id ? previous : undefined;
  const hold = commission.hold ?? own?.hold ?? own?.holdBefore ?? null;
  const created = { ...commission, amount, originalAmount: amount, hold };
  if (own?.status === 'rejected') return reject(created, own.reason ?? reason);
  return isOver(created, order) ? reverse(created, reason) : created;
}

/** The terms apply again to the changed order, and all rates to an order of another time. A canceled order keeps the rate that it had. */
function changedEarnings(
  { explanation, leadKind, occurredAt }: Commission,
  after: Conversion,
  { brand, judgement: { creator, campaign }, terms }: Circumstances,
): Earnings | undefined {
  const isByTerms = explanation !== undefined || leadKind !== undefined;
  const isFollowing = isByTerms || occurredAt !== after.occurredAt;
  if (!isFollowing || creator === undefined || after.canceledAt !== null) return undefined;
  return earningsOf(after, terms, rateFor({ brand, creator, campaign }, new Date(after.occurredAt)));
}

/** Why the changed commission waits for a review: the order turns out to be the creator's own, or the share of the order has grown. */
function reviewReason(
  { rate }: Commission,
  { settlement, after }: { settlement: Settlement; after: Conversion },
  { brand, judgement: { creator } }: Circumstances,
): HoldReason | null {
  if (creator !== undefined && isOwnOrder(brand, after.customerHash, creator)) return 'selfReferral';
  const isLarge = rate !== null && exceedsShare(rate, after.amount, brand.holdAboveShare);
  return settlement.changed !== undefined && isLarge ? 'aboveShare' : null;
}

/** The commission of the same creator. */
export function followingCommission(
  commission: Commission,
  { before, after, reason }: { before: Conversion; after: Conversion; reason: string },
  circumstances: Circumstances,
  now: Date,
): Settlement {
  const earnings = changedEarnings(commission, after, circumstances);
  const settlement = settle(commission, { before, after, reason, earnings }, now);
  const settled = { ...(settlement.changed ?? commission), occurredAt: after.occurredAt };
  const isFree = settled.status === 'pending' && settled.hold === null;
  const review = isFree ? reviewReason(settled, { settlement, after }, circumstances) : null;
  const changed = review === null ? settled : placeOnHold(settled, review, now);
  const isSame =
    settlement.changed === undefined &&
    changed.occurredAt === commission.occurredAt &&
    changed.hold === commission.hold;
  return isSame ? {} : { ...settlement, changed };
}

/** Takes everything back that the creator has earned with an order that is not the creator's any more. */
export const takenBack = (
  commission: Commission,
  before: Conversion,
  reason: string,
  now: Date,
): Settlement =>
  settle(
    commission,
    { before, after: { ...before, refundedAmount: before.amount, canceledAt: now.toISOString() }, reason },
    now,
  );
