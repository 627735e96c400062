// Calculates the figures of a row of the performance report. Amounts are in minor units.

import { multiplyRounded } from '#lib/foundation/shared/money.ts';
import type { FigureName } from '#lib/outlets/figures/schema/performance.ts';
import { type Figures, notNegative } from './figures.ts';

/** Ratios are integers: `conversionRate` in ten thousandths, `earningsPerClick` in hundredths of a minor unit. */
export type PerformanceFigures = Readonly<Record<FigureName, number | null>>;

export function finish(figures: Figures, hasClicks: boolean): PerformanceFigures {
  const { gross = 0, refunds = 0, pending = 0, approved = 0, paid = 0, rejected = 0, reversed = 0 } = figures;
  const [clicks, uniqueClicks] = [notNegative(figures.clicks), notNegative(figures.uniqueClicks)];
  const orders = notNegative(figures.orders);
  const commission = pending + approved + paid;
  const perClick = (amount: number, factor: number) =>
    hasClicks && clicks > 0 ? multiplyRounded(amount, factor, clicks) : null;
  return {
    clicks: hasClicks ? clicks : null,
    uniqueClicks: hasClicks ? uniqueClicks : null,
    orders,
    gross,
    refunds,
    netRevenue: gross - refunds,
    commission,
    pendingCommission: pending,
    approvedCommission: approved,
    paidCommission: paid,
    rejectedCommission: rejected,
    reversedCommission: reversed,
    conversionRate: perClick(orders, 10_000),
    earningsPerClick: perClick(commission, 100),
    averageOrderValue: orders > 0 ? multiplyRounded(gross, 1, orders) : null,
  };
}
