// Calculates what an order has earned, and what it would earn by the terms of a simulation.
import { type Earnings, earningsOf, type OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import { type OrderInMonth, orderInMonth } from '#lib/money/commissions/rules/order-in-month.ts';
import { earnedOf } from '#lib/money/commissions/rules/settle.ts';
import { isEarned } from '#lib/money/commissions/rules/status.ts';
import type { Commission, CommissionRate } from '#lib/money/commissions/schema/commission.ts';
import { isFree, ordersOf, remainingOf } from '#lib/money/conversions/rules/amounts.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { Sums } from '#lib/money/simulations/schema/stored.ts';
import { hasMonths } from '#lib/program/terms/rules/month.ts';
import type { CustomerKind, Terms } from '#lib/program/terms/schema/terms.ts';
import type { VersionTerms } from '#lib/program/terms/schema/version.ts';

interface OrderWithCommission {
  readonly order: Conversion;
  readonly items: readonly OrderItem[];
  readonly commission: Commission | undefined;
  readonly customer: CustomerKind;
}

export const noSums: Sums = {
  orders: 0,
  revenue: 0,
  earned: 0,
  simulated: 0,
  tierSupplement: 0,
  monthlyCap: 0,
};

const addSums = (one: Sums, other: Sums): Sums => ({
  orders: one.orders + other.orders,
  revenue: one.revenue + other.revenue,
  earned: one.earned + other.earned,
  simulated: one.simulated + other.simulated,
  tierSupplement: one.tierSupplement + other.tierSupplement,
  monthlyCap: one.monthlyCap + other.monthlyCap,
});

export const totalOf = (all: readonly Sums[]): Sums => all.reduce(addSums, noSums);

/** Says what orders of a creator earn, and which of them count in their months. */
export interface Calculated {
  readonly sums: Sums;
  readonly counted: readonly OrderInMonth[];
}

export const together = (all: readonly Calculated[]): Calculated => ({
  sums: totalOf(all.map(({ sums }) => sums)),
  counted: all.flatMap(({ counted }) => counted),
});

/** A commission with adjustments has kept its amount. Together they are what its rate earns of the present order. */
function earnedNow({ order, commission }: OrderWithCommission): number {
  if (commission === undefined || !isEarned(commission.status)) return 0;
  return commission.isAdjusted ? earnedOf(commission, order) : commission.amount;
}

/** The terms of a creator win over every other rate, so this one never applies. */
const otherRate: CommissionRate = { type: 'percentage', value: 1, source: 'brand' };

/** A rejection is a decision about the order, so it would stay. */
function earningsBy(terms: Terms, { order, items, commission, customer }: OrderWithCommission): Earnings {
  if (commission?.status === 'rejected') return { rate: undefined };
  const { affiliateId: ownerId, occurredAt: validFrom } = order;
  const simulated: OwnTerms = { source: 'creatorTerms', ownerId: ownerId ?? '', validFrom, terms };
  return earningsOf(order, { items, ownTerms: [simulated], customer }, otherRate);
}

/** As for recorded orders, an order without a commission or of an earlier program does not count in its month. */
export function calculate(found: OrderWithCommission, terms: VersionTerms): Calculated {
  const { order } = found;
  const { rate = null, explanation } = earningsBy(terms, found);
  const simulated = earnedOf({ rate, ...(order.kind !== 'sale' && { leadKind: order.kind }) }, order);
  const counts = hasMonths(terms) && rate !== null && !isFree(order) && !order.settledElsewhere;
  return {
    sums: {
      ...noSums,
      ...{ orders: ordersOf(order), revenue: remainingOf(order), earned: earnedNow(found), simulated },
    },
    counted: explanation && counts ? [orderInMonth(order, simulated, explanation)] : [],
  };
}

interface Selection {
  readonly affiliateId: string | null;
  readonly campaignId: string | null;
  readonly since: string;
  readonly before: string;
}

/** A canceled order or a test earns nothing by any terms. */
export const isSelected = (
  { affiliateId, campaignId, since, before }: Selection,
  order: Conversion,
): order is Conversion & { affiliateId: string } =>
  order.affiliateId !== null &&
  order.canceledAt === null &&
  order.isTest === undefined &&
  (affiliateId === null || order.affiliateId === affiliateId) &&
  (campaignId === null || order.campaignId === campaignId) &&
  order.occurredAt >= since &&
  order.occurredAt < before;
