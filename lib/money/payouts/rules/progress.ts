// Derives the progress of a payout that is prepared from its remaining work.
import type { Payout, Totals } from '#lib/money/payouts/schema/stored.ts';

type Progress = Pick<Totals, 'amount' | 'commissionsCount' | 'affiliatesCount'>;

/** Returns null unless the payout is prepared. The phase `drop` begins after the lines are completed. */
export function progressOf({ work }: Pick<Payout, 'work'>): Progress | null {
  switch (work?.phase) {
    case 'gather':
      return { ...work.claimed, affiliatesCount: 0 };
    case 'finalize':
      return { ...work.claimed, affiliatesCount: work.totals.affiliatesCount };
    case 'drop':
      return work.totals;
    default:
      return null;
  }
}
