// Calculates the figures of stored records, to compare them with the figures from the ledger. Amounts are in minor units.
import { balancesOf } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { countedAmountOf, ordersOf } from '#lib/money/conversions/rules/amounts.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { shownLine } from '#lib/money/payouts/rules/lines.ts';
import { addLines, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import type { LineStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { counted, type Figures, relation, type SubjectFigures, subjects } from './subjects.ts';

export const conversionFigures = (conversion: Conversion, misplaced: number): SubjectFigures => ({
  subject: subjects.conversion(conversion.id),
  figures: {
    amount: countedAmountOf(conversion),
    refundedAmount: conversion.isTest ? 0 : conversion.refundedAmount,
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

/** Returns no balance for a canceled payout or a failed line, because all of its commissions were released. */
function balancesOfLine(payout: Payout, line: Line): Figures {
  const { status, amount, commissionsCount } = shownLine(line, payout);
  if (payout.status === 'canceled' || status === 'failed') return {};
  return status === 'paid' ? { paid: amount, commissionsCount } : { inPayout: amount, commissionsCount };
}

const linesWith = (lines: readonly Line[], status: LineStatus): readonly Line[] =>
  lines.filter((line) => line.status === status);

/** The lines that are paid alone are the only payments of a payout that is ready. */
function balancesOfPayout({ status, amount, commissionsCount }: Payout, lines: readonly Line[]): Figures {
  if (status === 'paid') return { paid: amount, commissionsCount };
  if (status !== 'ready') return {};
  const paid = addLines(zeroTotals, linesWith(lines, 'paid')).amount;
  return { paid, inPayout: amount - paid, commissionsCount };
}

/**
 * The totals of a payout must equal the sum of its lines. The ledger contains no figure `… beyond its lines`, so the reconciliation reports
 * every such figure that is not 0.
 */
export function payoutFigures(payout: Payout, lines: readonly Line[]): SubjectFigures {
  const totals = addLines(
    zeroTotals,
    lines.filter(({ status }) => status !== 'failed'),
  );
  return {
    subject: subjects.payout(payout.id),
    figures: {
      ...balancesOfPayout(payout, lines),
      'amount beyond its lines': payout.amount - totals.amount,
      'affiliatesCount beyond its lines': payout.affiliatesCount - totals.affiliatesCount,
      'commissionsCount beyond its lines': payout.commissionsCount - totals.commissionsCount,
      'paidCount beyond its lines': payout.paidCount - linesWith(lines, 'paid').length,
      'failedCount beyond its lines': payout.failedCount - linesWith(lines, 'failed').length,
    },
  };
}

export const payoutLineFigures = (payout: Payout, line: Line): SubjectFigures => ({
  subject: subjects.payoutLine(payout.id, line.affiliateId),
  figures: balancesOfLine(payout, line),
});
