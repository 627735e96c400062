// Days that clicks are kept after their own day. Without zod, because the tracking link's function must stay small.

export const clickRetentionDays = 90;
