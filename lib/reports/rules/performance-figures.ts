// Adds the figures of a row, and calculates the figures that follow from them. Amounts are in minor units.
import type { FigureName } from '#lib/reports/schema/performance-query.ts';
import { multiplyRounded } from '#lib/shared/money.ts';
import { addFigures, type Figures, noFigures } from './figures.ts';

export interface ClickCounts {
  readonly clicks: number;
  readonly uniqueClicks: number;
}

/** Ratios are integers: `conversionRate` in ten thousandths, `earningsPerClick` in hundredths of a minor unit. */
export type PerformanceFigures = Readonly<Record<FigureName, number | null>>;
export interface Sum {
  readonly figures: Figures;
  clicks: number;
  uniqueClicks: number;
}

export const newSum = (): Sum => ({ figures: noFigures(), clicks: 0, uniqueClicks: 0 });

export function addToSum(sum: Sum, figures: Figures | undefined, counts: ClickCounts | undefined): void {
  if (figures !== undefined) addFigures(sum.figures, figures);
  sum.clicks += counts?.clicks ?? 0;
  sum.uniqueClicks += counts?.uniqueClicks ?? 0;
}

const notNegative = (count: number): number => Math.max(0, count);

export function finish({ figures, ...counted }: Sum, hasClicks: boolean): PerformanceFigures {
  const { gross, refunds, pending, approved, paid, rejected, reversed } = figures;
  const [clicks, uniqueClicks] = [notNegative(counted.clicks), notNegative(counted.uniqueClicks)];
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
