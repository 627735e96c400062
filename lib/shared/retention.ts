// The default retention of clicks. It has no zod, because the tracking link's function must stay small.

export const clickRetentionDays = 90;
