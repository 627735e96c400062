// Calculates what an order has earned, and what it would earn by the terms of a simulation.
import { earningsOf, type OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import { earnedOf } from '#lib/money/commissions/rules/settle.ts';
import { isEarned } from '#lib/money/commissions/rules/status.ts';
import type { Commission, CommissionRate } from '#lib/money/commissions/schema/commission.ts';
import { ordersOf, remainingOf } from '#lib/money/conversions/rules/amounts.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { Sums } from '#lib/money/simulations/schema/stored.ts';
import type { CustomerKind, Terms } from '#lib/program/terms/schema/terms.ts';

export interface OrderWithCommission {
  readonly order: Conversion;
  readonly items: readonly OrderItem[];
  readonly commission: Commission | undefined;
  readonly customer: CustomerKind;
}

export const noSums: Sums = { orders: 0, revenue: 0, earned: 0, simulated: 0 };

export const addSums = (one: Sums, other: Sums): Sums => ({
  orders: one.orders + other.orders,
  revenue: one.revenue + other.revenue,
  earned: one.earned + other.earned,
  simulated: one.simulated + other.simulated,
});

export const totalOf = (all: readonly Sums[]): Sums => all.reduce(addSums, noSums);

export const hasSums = (sums: Sums): boolean => Object.values(sums).some((sum) => sum !== 0);

/** A commission with adjustments has kept its amount. Together they are what its rate earns of the present order. */
function earnedNow({ order, commission }: OrderWithCommission): number {
  if (commission === undefined || !isEarned(commission.status)) return 0;
  return commission.isAdjusted ? earnedOf(commission, order) : commission.amount;
}

/** The terms of a creator win over every other rate, so this one never applies. */
const otherRate: CommissionRate = { type: 'percentage', value: 1, source: 'brand' };

/** A rejection is a decision about the order, so it would stay. */
function earnedBy(terms: Terms, { order, items, commission, customer }: OrderWithCommission): number {
  if (commission?.status === 'rejected') return 0;
  const { affiliateId: ownerId, occurredAt: validFrom, kind } = order;
  const simulated: OwnTerms = { source: 'creatorTerms', ownerId: ownerId ?? '', validFrom, terms };
  const { rate = null } = earningsOf(order, { items, ownTerms: [simulated], customer }, otherRate);
  return earnedOf({ rate, ...(kind !== 'sale' && { leadKind: kind }) }, order);
}

export const sumsOfOrder = (found: OrderWithCommission, terms: Terms): Sums => ({
  orders: ordersOf(found.order),
  revenue: remainingOf(found.order),
  earned: earnedNow(found),
  simulated: earnedBy(terms, found),
});

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
