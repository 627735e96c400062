// How long clicks are kept. Without zod: the tracking link's function has no room for it.

/** Days after a click's own, where a stage says nothing else: all that the service promises of clicks rests on it. */
export const clickRetentionDays = 90;
