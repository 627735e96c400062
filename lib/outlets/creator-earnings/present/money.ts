// Converts commissions, payouts and orders to what their creator sees.
import type * as z from 'zod';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { shownLine } from '#lib/money/payouts/rules/lines.ts';
import { explanationOf, noteOf } from '#lib/outlets/creator-earnings/rules/explanations.ts';
import { type OutcomeCode, outcomeCodes } from '#lib/outlets/creator-earnings/rules/outcomes.ts';
import type { OwnPayout } from '#lib/outlets/creator-earnings/rules/own-payout.ts';
import type {
  ownCommissionAnswer,
  ownOrderAnswer,
  ownPayoutAnswer,
} from '#lib/outlets/creator-earnings/schema/money.ts';

/** `order` is the order of a reversed commission. */
export function presentOwnCommission(
  commission: Commission,
  order?: Conversion,
): z.input<typeof ownCommissionAnswer> {
  const row = presentCommission(commission);
  return {
    id: row.id,
    kind: row.kind,
    campaignId: row.campaignId,
    orderId: row.orderId,
    orderAmount: row.orderAmount,
    amount: row.amount,
    originalAmount: row.originalAmount,
    rate: row.rate,
    currency: row.currency,
    status: row.status,
    createdAt: row.createdAt,
    eligibleAt: row.eligibleAt,
    approvedAt: row.approvedAt,
    paidAt: row.paidAt,
    payoutId: row.payoutId,
    explanation: explanationOf(commission, order),
    note: noteOf(commission),
  };
}

export function presentOwnPayout({ payout, line }: OwnPayout): z.input<typeof ownPayoutAnswer> {
  const { status, paidAt, failedAt, failureReason } = shownLine(line, payout);
  return {
    id: payout.id,
    status: payout.status,
    lineStatus: status,
    amount: fromMinor(line.amount, payout.currency),
    currency: payout.currency,
    commissionsCount: line.commissionsCount,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    reference: payout.reference,
    createdAt: payout.createdAt,
    ...{ paidAt, failedAt, failureReason },
  };
}

/** An order of somebody else has the id that the creator asks for, so that its real one stays unknown. */
export const presentOwnOrder = (
  orderId: string,
  outcome: OutcomeCode,
  {
    commission,
    order,
  }: { readonly commission: Commission | undefined; readonly order: Conversion | undefined },
): z.input<typeof ownOrderAnswer> => ({
  orderId: commission?.orderId ?? orderId,
  outcome,
  text: outcomeCodes[outcome],
  commission: commission === undefined ? null : presentOwnCommission(commission, order),
});
