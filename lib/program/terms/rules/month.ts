// Calculates what the tiers and the monthly cap of terms change in a month. The result depends only on the orders of the month.
import { applyRate, type StoredRate } from '#lib/foundation/shared/rates.ts';
import type { Explanation } from '#lib/program/terms/schema/explanation.ts';
import type { Tiers } from '#lib/program/terms/schema/tiers.ts';
import type { VersionTerms } from '#lib/program/terms/schema/version.ts';

/** Other terms decide about each order on its own. */
export const hasMonths = ({ tiers, caps }: VersionTerms): boolean =>
  tiers !== undefined || caps.perMonth !== undefined;

/** Only the items without a rule earn the rate of a step. */
interface TieredPart {
  readonly base: number;
  /** The rules earn this amount for the other items. */
  readonly byRules: number;
  readonly isWholeOrder: boolean;
}

/** An order that counts, with the version of the terms that applied to it. Amounts are in minor units. */
export interface MonthOrder {
  readonly id: string;
  readonly occurredAt: string;
  /** Leads and signups are no sales: they have no tier, but count for the cap. */
  readonly isSale: boolean;
  readonly amount: number;
  readonly refundedAmount: number;
  /** The amount that the order earns now by the rate of the terms. */
  readonly earned: number;
  readonly tiered: TieredPart | null;
  readonly terms: Pick<VersionTerms, 'tiers' | 'caps'>;
}

type Sold = Readonly<Record<Tiers['by'], number>>;
type Step = Tiers['steps'][number];

export interface MonthOfOwner {
  /** The amount that tiers add to the rates of the orders. */
  readonly tierSupplement: number;
  /** The amount that the cap takes away. It is never above 0. */
  readonly monthlyCap: number;
  /** The highest step that an order of the month has earned. */
  readonly step: (Step & Pick<Tiers, 'by'>) | undefined;
  /** The cap that has taken something away. */
  readonly cap: number | undefined;
}

const nothingInMonth: MonthOfOwner = {
  tierSupplement: 0,
  monthlyCap: 0,
  step: undefined,
  cap: undefined,
};

const remainingOf = ({ amount, refundedAmount }: MonthOrder): number => amount - refundedAmount;

const plus = (sold: Sold, order: MonthOrder): Sold =>
  order.isSale ? { revenue: sold.revenue + remainingOf(order), orders: sold.orders + 1 } : sold;

const stepAt = ({ by, steps }: Tiers, sold: Sold): Step | undefined =>
  steps.findLast(({ from }) => from <= sold[by]);

/** Returns null if rules match all items. */
export function tieredPartOf({ parts, earnedByRules }: Explanation): TieredPart | null {
  const part = parts.find(({ rule, rate }) => rule === null && rate !== null);
  if (part === undefined) return null;
  const byRules = earnedByRules ?? parts.reduce((sum, { amount }) => sum + amount, -part.amount);
  return { base: part.base, byRules, isWholeOrder: parts.length === 1 };
}

/** Returns what the order earns if the items without a rule earn by another rate. Rounds and refunds as for a rate of the terms. */
function earnedAt(rate: StoredRate, order: MonthOrder): number {
  if (order.tiered === null) return order.earned;
  const { base, byRules, isWholeOrder } = order.tiered;
  const sum = byRules + applyRate(rate, base);
  const capped = Math.min(sum, order.terms.caps.perOrder ?? sum);
  const isSimple = isWholeOrder && capped === sum;
  return applyRate(isSimple ? rate : { type: 'fixed', value: capped }, order.amount, remainingOf(order));
}

const byTime = (one: MonthOrder, other: MonthOrder): number => {
  if (one.occurredAt !== other.occurredAt) return one.occurredAt < other.occurredAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

/**
 * `orders` are those of one creator in one month by the terms of one owner. Each order has the tiers and the cap of the version that
 * applied at its time, so a change of the terms in the month changes no earlier order.
 */
export function monthOfOwner(orders: readonly MonthOrder[]): MonthOfOwner {
  const nothing: Sold = { revenue: 0, orders: 0 };
  const inMonth = orders.reduce(plus, nothing);
  let [before, paid, month] = [nothing, 0, nothingInMonth];
  for (const order of orders.toSorted(byTime)) {
    const { tiers, caps } = order.terms;
    const reached = tiers && stepAt(tiers, tiers.appliesTo === 'wholeMonth' ? inMonth : before);
    const step = order.isSale ? reached : undefined;
    const earned = step === undefined ? order.earned : earnedAt(step.rate, order);
    const allowed = Math.min(earned, Math.max(0, (caps.perMonth ?? Infinity) - paid));
    month = {
      tierSupplement: month.tierSupplement + earned - order.earned,
      monthlyCap: month.monthlyCap + allowed - earned,
      step: step === undefined || tiers === undefined ? month.step : { ...step, by: tiers.by },
      cap: allowed < earned ? caps.perMonth : month.cap,
    };
    [before, paid] = [plus(before, order), paid + allowed];
  }
  return month;
}
