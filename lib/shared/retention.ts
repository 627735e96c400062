// Defines for how many days a click is kept after the UTC day of the click.
// This file must not import zod, because zod slows down the cold start of the tracking link.

export const clickRetentionDays = 90;
