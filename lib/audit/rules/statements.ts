// What every figure of a brand must be by its ledger, and what it is by what is stored, told in the same words. Amounts
// are in minor units.
import { balancesOf } from '#lib/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import { creditOf, isBalanced, deltasOf } from '#lib/ledger/rules.ts';
import type { LedgerEntry } from '#lib/ledger/schema.ts';
import { zeroTotals, addLines } from '#lib/payouts/rules/payout.ts';
import type { Line, Payout, Sum } from '#lib/payouts/schema/stored.ts';
import { type Figures, type SubjectFigures, subjects } from './subjects.ts';

const statement = (subject: string, figures: Figures): SubjectFigures => ({ subject, figures });

const related = (how: string, id: string | null): Figures => (id === null ? {} : { [`${how} ${id}`]: 1 });

/** What a thing counts as; statuses have the names of accounts. */
const counted = (counts: Figures): Figures =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`counted ${name}`, count]));

/** How many commissions its payout gains by an entry. */
const claimsIn = ({ kind }: LedgerEntry): number =>
  kind === 'payoutClaim' ? 1 : kind === 'payoutRelease' ? -1 : 0;

/** What an entry says of the sums and counts of whom it is about: what was moved with it, by the same rule. */
export function expectedTotals(entry: LedgerEntry): readonly SubjectFigures[] {
  const { brandId, affiliateId, campaignId, discountId, payoutId } = entry;
  const moves = deltasOf(entry);
  const counts = (scope: string): readonly SubjectFigures[] => [
    statement(subjects.conversionCounts(scope), moves.conversions),
    statement(subjects.commissionCounts(scope), moves.commissions),
  ];
  const inPayout = {
    inPayout: creditOf(entry, 'inPayout'),
    paid: creditOf(entry, 'paid'),
    commissionsCount: claimsIn(entry),
  };
  return [
    ...counts(brandId),
    ...(affiliateId === null
      ? []
      : [statement(subjects.affiliate(affiliateId), { ...moves.affiliate }), ...counts(affiliateId)]),
    ...(campaignId === null ? [] : [statement(subjects.campaign(campaignId), { ...moves.campaign })]),
    ...(discountId === null ? [] : [statement(subjects.discount(discountId), { ...moves.discount })]),
    ...(payoutId === null ? [] : [statement(subjects.payout(payoutId), inPayout)]),
    ...(payoutId === null || affiliateId === null
      ? []
      : [statement(subjects.payoutLine(payoutId, affiliateId), inPayout)]),
  ];
}

function ofOrder(entry: LedgerEntry, conversionId: string): readonly SubjectFigures[] {
  const { orders, conversions, affiliateId, campaignId } = entry;
  const whose = { ...related('of', affiliateId), ...related('in', campaignId) };
  const amount = creditOf(entry, 'sales');
  return [
    statement(subjects.conversion(conversionId), { amount, orders, ...counted(conversions), ...whose }),
    statement(subjects.order(conversionId), { items: 1 }),
  ];
}

function ofRefund(entry: LedgerEntry, conversionId: string): readonly SubjectFigures[] {
  const refundedAmount = -creditOf(entry, 'sales');
  return [
    statement(subjects.conversion(conversionId), { refundedAmount, orders: entry.orders }),
    statement(subjects.refunds(conversionId), { items: 1, amount: refundedAmount }),
  ];
}

/** Where its amount goes; what a creator loses for good is told as lost. */
function ofCommission(entry: LedgerEntry, commissionId: string): SubjectFigures {
  const { kind, commissions, affiliateId, conversionId, payoutId } = entry;
  const isLoss = kind === 'rejection' || kind === 'reversal';
  return statement(subjects.commission(commissionId), {
    pending: creditOf(entry, 'pending'),
    approved: creditOf(entry, 'approved'),
    inPayout: creditOf(entry, 'inPayout'),
    paid: creditOf(entry, 'paid'),
    lost: isLoss ? creditOf(entry, 'commissions') : 0,
    ...counted(commissions),
    ...(payoutId !== null && { [`in ${payoutId}`]: claimsIn(entry) }),
    ...(commissions.total === 1 && { ...related('of', affiliateId), ...related('for', conversionId) }),
  });
}

/** What an entry says of itself, and of the records that it is about. */
export function expectedRecords(entry: LedgerEntry): readonly SubjectFigures[] {
  const { id, kind, conversionId, commissionId } = entry;
  return [
    ...(isBalanced(entry) ? [] : [statement(subjects.entry(id), { unbalanced: 1 })]),
    ...(conversionId !== null && kind === 'order' ? ofOrder(entry, conversionId) : []),
    ...(conversionId !== null && kind === 'refund' ? ofRefund(entry, conversionId) : []),
    ...(commissionId === null ? [] : [ofCommission(entry, commissionId)]),
    ...(conversionId !== null && kind === 'commission'
      ? [statement(subjects.conversion(conversionId), related('earns', commissionId))]
      : []),
  ];
}

/** What a conversion says of itself; `misplaced`: in how many of its lists it does not stand. */
export const conversionFigures = (conversion: Conversion, misplaced: number): SubjectFigures =>
  statement(subjects.conversion(conversion.id), {
    amount: conversion.amount,
    refundedAmount: conversion.refundedAmount,
    orders: conversion.refundedAmount === conversion.amount ? 0 : 1,
    ...counted({ total: 1, [conversion.receipt.attribution]: 1 }),
    ...related('of', conversion.affiliateId),
    ...related('in', conversion.campaignId),
    ...related('earns', conversion.commissionId),
    misplaced,
  });

/** What a commission says of itself: by its status its amount stands in an account, or is lost. */
export function commissionFigures(commission: Commission, misplaced: number): SubjectFigures {
  const { id, status, amount, affiliateId, conversionId, payoutId, isInReview } = commission;
  const isLost = status === 'rejected' || status === 'reversed';
  return statement(subjects.commission(id), {
    ...balancesOf(commission),
    lost: isLost ? amount : 0,
    ...counted({ total: 1, [status]: 1, held: isInReview ? 1 : 0 }),
    ...related('of', affiliateId),
    ...related('for', conversionId),
    ...related('in', payoutId),
    misplaced,
  });
}

/** What is held by, or was paid with, a payout that rests. One that was canceled has let go of all of it. */
function heldBy({ status }: Payout, { amount, commissionsCount }: Sum): Figures {
  if (status === 'ready') return { inPayout: amount, commissionsCount };
  return status === 'paid' ? { paid: amount, commissionsCount } : {};
}

/** What a payout that rests says of itself; and by how much its lines are off from that, which the ledger knows nothing of. */
export function payoutFigures(payout: Payout, lines: readonly Line[]): SubjectFigures {
  const ofLines = addLines(zeroTotals, lines);
  return statement(subjects.payout(payout.id), {
    ...heldBy(payout, payout),
    'amount beyond its lines': payout.amount - ofLines.amount,
    'affiliatesCount beyond its lines': payout.affiliatesCount - ofLines.affiliatesCount,
    'commissionsCount beyond its lines': payout.commissionsCount - ofLines.commissionsCount,
  });
}

export const payoutLineFigures = (payout: Payout, line: Line): SubjectFigures =>
  statement(subjects.payoutLine(payout.id, line.affiliateId), heldBy(payout, line));
