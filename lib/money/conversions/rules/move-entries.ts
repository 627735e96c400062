// Creates the ledger entries that take an order out of the totals of one creator and put it into those of another.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { orderMovement, refundEntries } from './ledger-entries.ts';
import { countedAt } from './refund.ts';

/** Figures and totals count an order under its creator, campaign and discount code, on its day. */
export function hasMoved(before: Conversion, after: Conversion, zones: Zones): boolean {
  const placeOf = ({ id, affiliateId, campaignId, discountId, receipt, occurredAt }: Conversion): string => {
    const day = dayOfBrand(zones, new Date(occurredAt), timeOf(id));
    return [affiliateId, campaignId, discountId, receipt.attribution, day].join();
  };
  return placeOf(before) !== placeOf(after);
}

/** An order and how it counts. `discountId` is null if the code was deleted. */
export interface CountedOrder {
  readonly conversion: Conversion;
  readonly discountId: string | null;
}

const negated = (entry: LedgerEntry): LedgerEntry => ({
  ...entry,
  postings: entry.postings.map(({ account, amount }) => ({ account, amount: -amount || 0 })),
  orders: -entry.orders || 0,
  uses: -entry.uses || 0,
  conversions: Object.fromEntries(
    Object.entries(entry.conversions).map(([name, count]) => [name, -count || 0]),
  ),
});

/** Each refund counts on its own day. One that was reversed stays with the former creator, because it adds up to zero there. */
function entriesOfRefunds(
  { conversion, discountId }: CountedOrder,
  refunds: readonly Refund[],
  now: Date,
): readonly LedgerEntry[] {
  let before = { ...conversion, refundedAmount: 0 };
  return refunds.flatMap((refund) => {
    const after = { ...before, refundedAmount: before.refundedAmount + refund.amount };
    const movement = { before, after, existingDiscountId: discountId, at: countedAt(refund, conversion) };
    before = after;
    return refundEntries(movement, now);
  });
}

/** The entry that takes the order out names the commission that does not follow the order any more. */
export const moveEntries = (
  before: CountedOrder,
  after: CountedOrder,
  refunds: readonly Refund[],
  now: Date,
): readonly LedgerEntry[] => [
  {
    ...negated(orderMovement(before.conversion, before.discountId, now)),
    commissionId: before.conversion.commissionId,
  },
  ...entriesOfRefunds(before, refunds, now).map(negated),
  orderMovement(after.conversion, after.discountId, now),
  ...entriesOfRefunds(after, refunds, now),
];
