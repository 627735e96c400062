// Calculates the expected figures from ledger entries. Amounts are in minor units.
import { creditOf, deltasOf, isBalanced } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry, LedgerKind } from '#lib/money/ledger/schema.ts';
import { counted, type Figures, relation, type SubjectFigures, subjects } from './subjects.ts';

const figuresOf = (subject: string, figures: Figures): SubjectFigures => ({ subject, figures });

const claims: Readonly<Partial<Record<LedgerKind, number>>> = {
  payoutClaim: 1,
  payoutRelease: -1,
  payoutReturn: -1,
};

const claimsIn = ({ kind }: LedgerEntry): number => claims[kind] ?? 0;

export function expectedTotals(entry: LedgerEntry): readonly SubjectFigures[] {
  const { brandId, affiliateId, campaignId, discountId, payoutId } = entry;
  const deltas = deltasOf(entry);
  const counts = (owner: string): readonly SubjectFigures[] => [
    figuresOf(subjects.conversionCounts(owner), deltas.conversions),
    figuresOf(subjects.commissionCounts(owner), deltas.commissions),
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
      : [figuresOf(subjects.affiliate(affiliateId), { ...deltas.affiliate }), ...counts(affiliateId)]),
    ...(campaignId === null ? [] : [figuresOf(subjects.campaign(campaignId), { ...deltas.campaign })]),
    ...(discountId === null ? [] : [figuresOf(subjects.discount(discountId), { ...deltas.discount })]),
    ...(payoutId === null ? [] : [figuresOf(subjects.payout(payoutId), inPayout)]),
    ...(payoutId === null || affiliateId === null
      ? []
      : [figuresOf(subjects.payoutLine(payoutId, affiliateId), inPayout)]),
  ];
}

/** An order that moves is taken out by an entry with the opposite signs. */
const signOf = ({ conversions }: LedgerEntry): number => Math.sign(conversions.total ?? 0);

const times = (sign: number, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, sign * value]));

function orderFigures(entry: LedgerEntry, conversionId: string): readonly SubjectFigures[] {
  const { orders, affiliateId, campaignId, commissionId } = entry;
  const { amount: _, ...counts } = entry.conversions;
  const sign = signOf(entry);
  const relations = times(sign, {
    ...relation('of', affiliateId),
    ...relation('in', campaignId),
    ...relation('earns', commissionId),
  });
  const amount = creditOf(entry, 'sales');
  return [
    figuresOf(subjects.conversion(conversionId), { amount, orders, ...counted(counts), ...relations }),
    figuresOf(subjects.order(conversionId), { items: sign }),
  ];
}

const changeFigures = (entry: LedgerEntry, conversionId: string): readonly SubjectFigures[] => [
  figuresOf(subjects.conversion(conversionId), { amount: creditOf(entry, 'sales'), orders: entry.orders }),
];

/** A reversal takes a refund back, so both count one item. A refund of nothing has no entry. */
function refundFigures(entry: LedgerEntry, conversionId: string): readonly SubjectFigures[] {
  const refundedAmount = -creditOf(entry, 'sales');
  return [
    figuresOf(subjects.conversion(conversionId), { refundedAmount, orders: entry.orders }),
    figuresOf(subjects.refunds(conversionId), { items: Math.sign(refundedAmount), amount: refundedAmount }),
  ];
}

function commissionEntryFigures(entry: LedgerEntry, commissionId: string): SubjectFigures {
  const { kind, commissions, affiliateId, conversionId, payoutId } = entry;
  const isLoss = kind === 'rejection' || kind === 'reversal' || kind === 'restoration';
  return figuresOf(subjects.commission(commissionId), {
    pending: creditOf(entry, 'pending'),
    approved: creditOf(entry, 'approved'),
    inPayout: creditOf(entry, 'inPayout'),
    paid: creditOf(entry, 'paid'),
    lost: isLoss ? creditOf(entry, 'commissions') : 0,
    ...counted(commissions),
    ...(payoutId !== null && { [`in ${payoutId}`]: claimsIn(entry) }),
    ...(commissions.total === 1 && { ...relation('of', affiliateId), ...relation('for', conversionId) }),
  });
}

export function expectedRecords(entry: LedgerEntry): readonly SubjectFigures[] {
  const { id, kind, conversionId, commissionId } = entry;
  return [
    ...(isBalanced(entry) ? [] : [figuresOf(subjects.entry(id), { unbalanced: 1 })]),
    ...(conversionId !== null && kind === 'order' ? orderFigures(entry, conversionId) : []),
    ...(conversionId !== null && (kind === 'orderChange' || kind === 'cancellation')
      ? changeFigures(entry, conversionId)
      : []),
    ...(conversionId !== null && (kind === 'refund' || kind === 'refundReversal')
      ? refundFigures(entry, conversionId)
      : []),
    ...(commissionId === null ? [] : [commissionEntryFigures(entry, commissionId)]),
    ...(conversionId !== null && kind === 'commission'
      ? [figuresOf(subjects.conversion(conversionId), relation('earns', commissionId))]
      : []),
  ];
}
