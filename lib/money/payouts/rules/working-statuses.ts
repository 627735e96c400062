// Lists the statuses of unfinished payouts. The deployment reads this file for a stream filter, so it must not import zod.
export const workingStatuses = ['preparing', 'paying', 'reopening', 'updating', 'canceling'] as const;

/** From these statuses a payout returns to an earlier one. The counter of payouts has the number of these returns as `returns`. */
export const returningStatuses = ['reopening', 'updating'] as const;

/** In these statuses a payout claims or releases commissions, so nobody can tell what the brand owes besides this payout. */
export const unsettledStatuses = ['preparing', 'updating', 'canceling'] as const;
