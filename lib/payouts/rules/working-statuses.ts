// The statuses of unfinished payouts. Free of zod, because the deployment reads it for the stream's filter.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;
