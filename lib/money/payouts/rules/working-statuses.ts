// Lists the statuses of unfinished payouts. The deployment reads this file for a stream filter, so it must not import zod.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;

/** In these statuses a payout claims or releases commissions, so nobody can tell what the brand owes besides this payout. */
export const unsettledStatuses = ['preparing', 'canceling'] as const;
