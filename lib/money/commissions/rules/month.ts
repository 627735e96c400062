// Compares the month of a creator with what was granted before, and creates the commissions that settle it.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addDays, addMilliseconds, daysInMonth } from '#lib/foundation/shared/dates.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { fromMinor, fromScaledInteger } from '#lib/foundation/shared/money.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { MonthlyKind } from '#lib/money/commissions/schema/kind.ts';
import type { CreatorMonth, Granted } from '#lib/money/commissions/schema/month.ts';
import { type MonthOfOwner, monthOfOwner } from '#lib/program/terms/rules/month.ts';
import type { Explanation } from '#lib/program/terms/schema/explanation.ts';
import type { VersionTerms } from '#lib/program/terms/schema/version.ts';
import type { CountedOrder } from './order-in-month.ts';

export interface Settled {
  readonly ownerId: string;
  readonly deserved: MonthOfOwner;
  readonly granted: Granted;
}

/** Owners who have no counted order any more deserve nothing. */
export function settleOwners(
  orders: readonly CountedOrder[],
  termsOf: (explanation: Explanation) => VersionTerms | null,
  { granted }: Pick<CreatorMonth, 'granted'>,
): readonly Settled[] {
  const byOwner = Map.groupBy(orders, ({ explanation }) => explanation.ownerId);
  return [...new Set([...byOwner.keys(), ...Object.keys(granted)])].map((ownerId) => ({
    ownerId,
    deserved: monthOfOwner(
      (byOwner.get(ownerId) ?? []).map((order) => ({
        ...order,
        terms: termsOf(order.explanation) ?? { caps: {} },
      })),
    ),
    granted: granted[ownerId] ?? { tierSupplement: 0, monthlyCap: 0 },
  }));
}

/** Returns a time within the month, so that reports count the commission there. */
function timeInMonth({ timezone }: Brand, month: string, now: Date): string {
  const first = dayStart(timezone, `${month}-01`);
  const next = dayStart(timezone, addDays(`${month}-01`, daysInMonth(month)));
  const last = addMilliseconds(next, -1).getTime();
  return new Date(Math.min(Math.max(now.getTime(), first.getTime()), last)).toISOString();
}

interface Movement {
  readonly kind: MonthlyKind;
  readonly ownerId: string;
  readonly amount: number;
  readonly deserved: MonthOfOwner;
}

/** The differences between what the orders deserve and what was granted before. */
export const movementsOf = ({ ownerId, deserved, granted }: Settled): readonly Movement[] =>
  (['tierSupplement', 'monthlyCap'] as const)
    .map((kind) => ({ kind, ownerId, amount: deserved[kind] - granted[kind], deserved }))
    .filter(({ amount }) => amount !== 0);

function reasonOf({ kind, amount, deserved }: Movement, month: string, currency: string): string {
  const { step, cap } = deserved;
  const inCurrency = (minor: number): string => `${fromMinor(minor, currency).rawJSON} ${currency}`;
  if (kind === 'tierSupplement' && amount > 0 && step !== undefined) {
    const from =
      step.by === 'orders' ? `${fromScaledInteger(step.from, 0).rawJSON} orders` : inCurrency(step.from);
    return `Tier from ${from} reached in ${month}`;
  }
  if (kind === 'monthlyCap' && amount < 0 && cap !== undefined)
    return `Monthly cap of ${inCurrency(cap)} reached in ${month}`;
  return `Correction of the ${kind === 'monthlyCap' ? 'monthly cap' : 'tiers'} in ${month}, because its orders changed`;
}

interface Creator {
  readonly brand: Brand;
  readonly affiliateId: string;
  readonly month: string;
}

/** It is approved at once, because all orders that it follows from are approved. */
export function newMonthlyCommission(
  movement: Movement,
  { brand, affiliateId, month }: Creator,
  now: Date,
): Commission {
  const { kind, ownerId, amount } = movement;
  const at = now.toISOString();
  return {
    id: newId('commission', now),
    brandId: brand.id,
    affiliateId,
    campaignId: isIdOf('campaign', ownerId) ? ownerId : null,
    ...{ discountId: null, conversionId: null, orderId: null, orderAmount: null },
    ...{ amount, originalAmount: amount, currency: brand.currency, rate: null },
    status: 'approved',
    occurredAt: timeInMonth(brand, month, now),
    ...{ createdAt: at, eligibleAt: at, approvedAt: at, approvedBy: null },
    ...{ paidAt: null, payoutId: null, hold: null, adjusts: null },
    reason: reasonOf(movement, month, brand.currency),
    manualKind: kind,
    revision: 0,
  };
}

export const grantedAfter = (before: CreatorMonth['granted'], settled: readonly Settled[]) => ({
  ...before,
  ...Object.fromEntries(
    settled.map(({ ownerId, deserved: { tierSupplement, monthlyCap } }) => [
      ownerId,
      { tierSupplement, monthlyCap },
    ]),
  ),
});
