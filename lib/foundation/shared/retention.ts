// Defines for how many days clicks and messages are kept.
// This file must not import zod, because zod slows down the cold start of the tracking link.

/** After the UTC day of the click. */
export const clickRetentionDays = 90;

/** A queue keeps a message for this long, and a dead-letter queue a letter. SQS allows no more. */
export const queueRetentionDays = 14;

/** A change of the table can be delivered again for this long: from the stream for a day, then from the dead-letter queue. */
export const redeliveryDays = 1 + queueRetentionDays;
