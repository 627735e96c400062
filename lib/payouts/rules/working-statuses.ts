// The statuses of unfinished payouts. This file must not import zod, because the deployment reads it for the stream's filter.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;
