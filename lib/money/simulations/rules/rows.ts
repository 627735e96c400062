// Creates the rows of creators: adds what tiers and the monthly cap change, by the rule that settles recorded months.
import type { Zones } from '#lib/access/brands/rules/days.ts';
import { monthOfOrder, type OrderInMonth } from '#lib/money/commissions/rules/order-in-month.ts';
import type { Row, Simulation, Sums } from '#lib/money/simulations/schema/stored.ts';
import { monthOfOwner } from '#lib/program/terms/rules/month.ts';
import type { VersionTerms } from '#lib/program/terms/schema/version.ts';
import { type Calculated, noSums, totalOf } from './sums.ts';

function sumsOfMonths(orders: readonly OrderInMonth[], terms: VersionTerms, zones: Zones): readonly Sums[] {
  const months = Map.groupBy(orders, ({ occurredAt, id }) => monthOfOrder(zones, occurredAt, id));
  return [...months.values()].map((ofMonth) => {
    const { tierSupplement, monthlyCap } = monthOfOwner(ofMonth.map((order) => ({ ...order, terms })));
    return { ...noSums, simulated: tierSupplement + monthlyCap, tierSupplement, monthlyCap };
  });
}

/** Returns no row for a creator without orders. */
export function rowsOfCreator(
  { terms }: Simulation,
  affiliateId: string,
  { sums, counted }: Calculated,
  zones: Zones,
): readonly Row[] {
  const total = totalOf([sums, ...sumsOfMonths(counted, terms, zones)]);
  return Object.values(total).some((sum) => sum !== 0) ? [{ affiliateId, ...total }] : [];
}
