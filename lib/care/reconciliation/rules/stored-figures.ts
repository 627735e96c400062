// Calculates the figures of stored records, to compare them with the figures from the ledger. Amounts are in minor units.
import { balancesOf } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { ordersOf } from '#lib/money/conversions/rules/amounts.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { addLines, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import type { Line, Payout, Sum } from '#lib/money/payouts/schema/stored.ts';
import { counted, type Figures, relation, type SubjectFigures, subjects } from './subjects.ts';

export const conversionFigures = (conversion: Conversion, misplaced: number): SubjectFigures => ({
  subject: subjects.conversion(conversion.id),
  figures: {
    amount: conversion.amount,
    refundedAmount: conversion.refundedAmount,
    orders: ordersOf(conversion),
    ...counted({ total: 1, [conversion.receipt.attribution]: 1 }),
    ...relation('of', conversion.affiliateId),
    ...relation('in', conversion.campaignId),
    ...relation('earns', conversion.commissionId),
    misplaced,
  },
});

export function commissionFigures(commission: Commission, misplaced: number): SubjectFigures {
  const { id, status, amount, affiliateId, conversionId, payoutId, hold } = commission;
  const isLost = status === 'rejected' || status === 'reversed';
  return {
    subject: subjects.commission(id),
    figures: {
      ...balancesOf(commission),
      lost: isLost ? amount : 0,
      ...counted({ total: 1, [status]: 1, held: hold === null ? 0 : 1 }),
      ...relation('of', affiliateId),
      ...relation('for', conversionId),
      ...relation('in', payoutId),
      misplaced,
    },
  };
}

/** Returns no balance for a canceled payout, because the cancellation has released all of its commissions. */
function balancesInPayout({ status }: Payout, { amount, commissionsCount }: Sum): Figures {
  if (status === 'ready') return { inPayout: amount, commissionsCount };
  return status === 'paid' ? { paid: amount, commissionsCount } : {};
}

/**
 * The totals of a payout must equal the sum of its lines. The ledger contains no figure `… beyond its lines`, so the reconciliation reports
 * every such figure that is not 0.
 */
export function payoutFigures(payout: Payout, lines: readonly Line[]): SubjectFigures {
  const totals = addLines(zeroTotals, lines);
  return {
    subject: subjects.payout(payout.id),
    figures: {
      ...balancesInPayout(payout, payout),
      'amount beyond its lines': payout.amount - totals.amount,
      'affiliatesCount beyond its lines': payout.affiliatesCount - totals.affiliatesCount,
      'commissionsCount beyond its lines': payout.commissionsCount - totals.commissionsCount,
    },
  };
}

export const payoutLineFigures = (payout: Payout, line: Line): SubjectFigures => ({
  subject: subjects.payoutLine(payout.id, line.affiliateId),
  figures: balancesInPayout(payout, line),
});
