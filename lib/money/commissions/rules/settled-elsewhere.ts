// Marks the commissions that an earlier program has paid. They count as paid, and are in no payout.
import type { Commission } from '#lib/money/commissions/schema/commission.ts';

/** Nobody has approved it here, so lists by approval omit it. */
export const settledElsewhere = (commission: Commission, paidAt: string): Commission => ({
  ...commission,
  status: 'paid',
  eligibleAt: commission.createdAt,
  approvedAt: null,
  approvedBy: null,
  paidAt,
  hold: null,
  settledElsewhere: true,
});

interface Order {
  readonly occurredAt: string;
  readonly settledElsewhere?: true | undefined;
}

/** A refund takes back the share of the amount that was paid, whatever the terms of the creator are here. */
const withPaidAmount = (commission: Commission, paid: number | undefined): Commission =>
  paid === undefined
    ? commission
    : {
        ...commission,
        amount: paid,
        originalAmount: paid,
        rate: paid > 0 ? { type: 'fixed', value: paid, source: commission.rate?.source ?? 'override' } : null,
        explanation: undefined,
      };

/** The commission of an order counts as paid at the time of the order. */
export const settledWith = (
  order: Order,
  commission: Commission | undefined,
  paidAmount?: number,
): Commission | undefined =>
  commission && order.settledElsewhere
    ? withPaidAmount(settledElsewhere(commission, order.occurredAt), paidAmount)
    : commission;
