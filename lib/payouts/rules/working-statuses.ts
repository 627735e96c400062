// The statuses from which a payout goes on by itself: the code works on these, the deployment calls it for these. No zod here.
export const workingStatuses = ['preparing', 'paying', 'canceling'] as const;
