// Decides whether an order earns by terms or by a simple rate.
import type { Commission, CommissionRate } from '#lib/money/commissions/schema/commission.ts';
import { earnedByTerms, type LineItem } from '#lib/program/terms/rules/earned-by-terms.ts';
import { explanationOf } from '#lib/program/terms/rules/explanation.ts';
import type { Terms } from '#lib/program/terms/schema/terms.ts';

type Rate = CommissionRate;

/** Terms that applied at the time of the order. */
export interface OwnTerms {
  readonly source: 'creatorTerms' | 'campaignTerms' | 'brandTerms';
  readonly ownerId: string;
  readonly validFrom: string;
  readonly terms: Terms;
}

export interface TermsOfOrder {
  readonly items: readonly LineItem[];
  /** The terms of the creator, the campaign and the brand, in any order. */
  readonly ownTerms: readonly OwnTerms[];
}

/** The nearest owner wins. The terms of an owner win over its simple rate. */
const ranking: readonly Rate['source'][] = [
  'creatorTerms',
  'override',
  'campaignTerms',
  'campaign',
  'brandTerms',
  'brand',
];

const rankOf = ({ source }: Pick<Rate, 'source'>): number => ranking.indexOf(source);

export interface Earnings {
  /** Undefined if terms exclude the whole order. */
  readonly rate: Rate | undefined;
  readonly explanation?: Commission['explanation'];
}

/** `simple` is the rate that applies without terms. */
export function earningsOf(
  order: { readonly amount: number },
  { items, ownTerms }: TermsOfOrder,
  simple: Rate,
): Earnings {
  const [nearest] = ownTerms.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (nearest === undefined || rankOf(simple) < rankOf(nearest)) return { rate: simple };
  const earned = earnedByTerms(order.amount, items, nearest.terms);
  return {
    rate: earned.rate && { ...earned.rate, source: nearest.source },
    explanation: explanationOf(earned, nearest),
  };
}
