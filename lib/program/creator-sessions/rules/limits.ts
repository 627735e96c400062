// Defines the limits of sessions of creators, and of their links. This file must not import anything, because every function loads it.

/** A creator does not use up the requests of the brand, and not those of other creators. */
export const creatorRequestsPerMinute = 120;
