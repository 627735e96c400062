// Decides which refunds of a shop a recorded order lacks, and how much each of them takes.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { shareOf } from '#lib/shops/adapters/amounts.ts';
import type { Correction, RecordedOrder } from './correction.ts';

/** A refund that was reversed once stays reversed, in whatever order its messages arrive. */
function joined(refund: ShopRefund, other: ShopRefund | undefined): ShopRefund {
  const isReversed = refund.isReversed === true || other?.isReversed === true;
  return { ...refund, ...(isReversed && { isReversed }) };
}

/** Adds refunds. Those that are known already keep their amounts. */
export function withRefunds(
  known: readonly ShopRefund[],
  added: readonly ShopRefund[],
): readonly ShopRefund[] {
  const byId = new Map(added.map((refund) => [refund.refundId, refund]));
  const ids = new Set(known.map(({ refundId }) => refundId));
  return [
    ...known.map((refund) => joined(refund, byId.get(refund.refundId))),
    ...added.filter(({ refundId }) => !ids.has(refundId)),
  ];
}

const moneyOf = ({ original, amount, orderTotal, refundedAmount }: Conversion) =>
  original ?? { amount, orderTotal, refundedAmount };

/**
 * A part of the total takes its share of the amount. Parts are converted as one sum, so that their roundings add up. `others` are the parts
 * that count already.
 */
function taken(refund: ShopRefund, conversion: Conversion, others: readonly ShopRefund[]): ShopRefund {
  if (refund.isOfTotal !== true) return refund;
  const { amount, orderTotal = amount, refundedAmount } = moneyOf(conversion);
  const part = others.reduce((sum, other) => sum + other.amount, refund.amount);
  const share = shareOf(part, { amount, orderTotal }) - refundedAmount;
  return { ...refund, amount: Math.max(0, Math.min(share, amount - refundedAmount)) };
}

const fileRefund = 'export:';

/** The export of a shop has no ids of refunds, so the refund of a file stands for them until a message has one. */
export const fileRefundId = (reconciliationId: string): string => `${fileRefund}${reconciliationId}`;

const counts = ({ isReversed }: ShopRefund): boolean => isReversed !== true;

/** A late message of a refund replaces the refund of a file, so that no money is taken back twice. */
function replacedRefunds({ refunds }: RecordedOrder, ofShop: readonly ShopRefund[]): readonly Correction[] {
  const ids = new Set(refunds.map(({ refundId }) => refundId));
  const isLate = ofShop.some((refund) => counts(refund) && !ids.has(refund.refundId));
  return refunds
    .filter(({ refundId, reversedAt }) => isLate && reversedAt === null && refundId.startsWith(fileRefund))
    .map(({ refundId }) => ({ kind: 'reverseRefund', refundId }));
}

/** Reversals come first, because a later change of the amount must cover the refunds. */
export const reversalsOf = (
  recorded: RecordedOrder,
  ofShop: readonly ShopRefund[],
): readonly Correction[] => [
  ...replacedRefunds(recorded, ofShop),
  ...ofShop.flatMap(({ refundId, isReversed }): readonly Correction[] => {
    const known = recorded.refunds.find((one) => one.refundId === refundId);
    return isReversed === true && known?.reversedAt === null ? [{ kind: 'reverseRefund', refundId }] : [];
  }),
];

/** A refund of shipping or tax alone takes nothing from an order. */
export function missingRefunds(
  { conversion, refunds }: RecordedOrder,
  ofShop: readonly ShopRefund[],
): readonly Correction[] {
  const ids = new Set(refunds.map(({ refundId }) => refundId));
  const active = ofShop.filter((refund) => counts(refund) && refund.isOfTotal === true);
  const others = active.filter(({ refundId }) => ids.has(refundId));
  return ofShop
    .filter((refund) => counts(refund) && !ids.has(refund.refundId))
    .map((refund) => taken(refund, conversion, others))
    .filter(({ amount }) => amount > 0)
    .map((refund) => ({ kind: 'refund', refund }));
}
