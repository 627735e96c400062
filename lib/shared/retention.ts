// The default retention of clicks. It has no zod, because the tracking link's function must stay small.

/** Days that clicks are kept after their own day, unless the stage configures another number. */
export const clickRetentionDays = 90;
