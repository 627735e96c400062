// Lists the statuses of unfinished payouts. The deployment reads this file for a stream filter, so it must not import zod.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;
