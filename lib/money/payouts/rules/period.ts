// Calculates the period of commissions, lines and payouts.
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Period } from '#lib/money/payouts/schema/stored.ts';

/** Returns the shortest period that contains all of them. */
export function joinPeriods(periods: readonly Period[]): Period {
  const starts = periods.flatMap(({ periodStart }) => periodStart ?? []).toSorted();
  const ends = periods.flatMap(({ periodEnd }) => periodEnd ?? []).toSorted();
  return { periodStart: starts.at(0) ?? null, periodEnd: ends.at(-1) ?? null };
}

export const periodOf = (commissions: readonly Pick<Commission, 'createdAt'>[]): Period =>
  joinPeriods(commissions.map(({ createdAt: at }) => ({ periodStart: at, periodEnd: at })));
