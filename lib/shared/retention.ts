// Defines how many days a click is kept after its day. The tracking link uses this file, so it must not import zod.

export const clickRetentionDays = 90;
