// The statuses of unfinished payouts. This file must not import zod, because the deployment reads it for a stream filter.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;
