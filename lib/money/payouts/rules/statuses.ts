// Classifies the statuses of payouts.
import {
  returningStatuses,
  unsettledStatuses,
  workingStatuses,
} from '#lib/money/payouts/rules/working-statuses.ts';
import type { PayoutStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';

type Counts = Readonly<Record<string, number>>;

const working: readonly PayoutStatus[] = workingStatuses;

export const isWorking = ({ status }: Pick<Payout, 'status'>): boolean => working.includes(status);

export const isReopening = ({ status }: Pick<Payout, 'status'>): boolean => status === 'reopening';

/** In these statuses the commissions become paid or unpaid, or one line leaves the payout. */
export const isChanging = ({ status }: Pick<Payout, 'status'>): boolean =>
  status === 'paying' || status === 'reopening' || status === 'updating';

const returning: readonly PayoutStatus[] = returningStatuses;

export const isReturning = ({ status }: Pick<Payout, 'status'>): boolean => returning.includes(status);

const unsettled: readonly PayoutStatus[] = unsettledStatuses;

export const isUnsettled = ({ status }: Pick<Payout, 'status'>): boolean => unsettled.includes(status);

/**
 * Compares the brand's counts of payouts by status from before and after a read of its commissions. Returns true if no payout
 * claimed or released commissions in between.
 */
export const areSettled = (before: Counts, after: Counts): boolean =>
  unsettled.every((status) => (before[status] ?? 0) === 0 && (after[status] ?? 0) === 0) &&
  before.total === after.total &&
  before.canceled === after.canceled &&
  before.returns === after.returns;
