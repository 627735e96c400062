// Decides whether an order earns by terms or by a simple rate, and what a lead or a signup earns.
import type { Commission, CommissionRate } from '#lib/money/commissions/schema/commission.ts';
import type { ConversionKind } from '#lib/money/conversions/schema/kind.ts';
import { earnedByTerms, type LineItem } from '#lib/program/terms/rules/earned-by-terms.ts';
import { explanationOf } from '#lib/program/terms/rules/explanation.ts';
import type { CustomerKind, Terms } from '#lib/program/terms/schema/terms.ts';

type Rate = CommissionRate;

/** Terms that applied at the time of the order. */
export interface OwnTerms {
  readonly source: Extract<Rate['source'], `${string}Terms`>;
  readonly ownerId: string;
  readonly validFrom: string;
  readonly terms: Terms;
}

export interface TermsOfOrder {
  readonly items: readonly LineItem[];
  /** The terms of the creator, the group, the campaign and the brand, in any order. */
  readonly ownTerms: readonly OwnTerms[];
  /** Whether the order is the first recorded sale of its customer. */
  readonly customer: CustomerKind;
}

/** The nearest owner wins. The terms of an owner win over its simple rate. */
const ranking: readonly Rate['source'][] = [
  'creatorTerms',
  'override',
  'groupTerms',
  'campaignTerms',
  'campaign',
  'brandTerms',
  'brand',
];

const rankOf = ({ source }: Pick<Rate, 'source'>): number => ranking.indexOf(source);

const byRank = (ownTerms: readonly OwnTerms[]): readonly OwnTerms[] =>
  ownTerms.toSorted((one, other) => rankOf(one) - rankOf(other));

export interface Earnings {
  /** Undefined if terms exclude the whole order, or if no terms name the kind of a lead or signup. */
  readonly rate: Rate | undefined;
  readonly explanation?: Commission['explanation'];
}

/** A simple rate is of an order, so the nearest terms that name the kind apply, also if a simple rate is nearer. */
function earningsOfLead(kind: 'lead' | 'signup', { ownTerms, customer }: TermsOfOrder): Earnings {
  for (const { terms, source, ownerId, validFrom } of byRank(ownTerms)) {
    const rate = terms[kind];
    if (rate === undefined) continue;
    const part = {
      rule: null,
      match: null,
      rate: { ...rate, per: 'order' as const },
      base: 0,
      amount: rate.value,
    };
    const explanation = explanationOf(
      { isCapped: false, earnedByRules: 0, parts: [part] },
      { ownerId, validFrom, customer },
    );
    return { rate: { ...rate, source }, explanation };
  }
  return { rate: undefined };
}

/** `simple` is the rate that applies to a sale without terms. */
export function earningsOf(
  { kind, amount }: { readonly kind: ConversionKind; readonly amount: number },
  terms: TermsOfOrder,
  simple: Rate,
): Earnings {
  if (kind !== 'sale') return earningsOfLead(kind, terms);
  const { items, ownTerms, customer } = terms;
  const [nearest] = byRank(ownTerms);
  if (nearest === undefined || rankOf(simple) < rankOf(nearest)) return { rate: simple };
  const earned = earnedByTerms({ amount, items, customer }, nearest.terms);
  return {
    rate: earned.rate && { ...earned.rate, source: nearest.source },
    explanation: explanationOf(earned, { ...nearest, customer }),
  };
}
