// Decides in which month of a creator an order counts, and how.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import { monthOf } from '#lib/foundation/shared/dates.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { ordersOf } from '#lib/money/conversions/rules/amounts.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type MonthOrder, tieredPartOf } from '#lib/program/terms/rules/month.ts';
import type { Explanation } from '#lib/program/terms/schema/explanation.ts';
import { earnedOf } from './settle.ts';

/** An order stays in its month when the time zone of the brand changes later, as it stays on its day in figures. */
export const monthOfOrder = (zones: Zones, occurredAt: string, conversionId: string): string =>
  monthOf(dayOfBrand(zones, new Date(occurredAt), timeOf(conversionId)));

export type OrderInMonth = Omit<MonthOrder, 'terms'>;

export function orderInMonth(order: Conversion, earned: number, explanation: Explanation): OrderInMonth {
  const { id, occurredAt, amount, refundedAmount } = order;
  const isSale = ordersOf(order) === 1;
  return { id, occurredAt, isSale, amount, refundedAmount, earned, tiered: tieredPartOf(explanation) };
}

export interface CountedOrder extends OrderInMonth {
  readonly explanation: Explanation;
}

/**
 * Returns undefined for an order that does not count: one of an earlier program, which has settled its months, and one that has another
 * commission by now.
 */
export function countedOrder(commission: Commission, order: Conversion): CountedOrder | undefined {
  const { id, status, explanation, settledElsewhere } = commission;
  if (explanation === undefined || settledElsewhere || order.commissionId !== id) return undefined;
  if (status !== 'approved' && status !== 'paid') return undefined;
  return { ...orderInMonth(order, earnedOf(commission, order), explanation), explanation };
}
