// Filter reasons and devices, with their letters in stored clicks. The tracking link uses this, so no zod.

/** Why a click does not count. Filtered clicks are stored and counted by reason. */
export const filterReasons = ['bot', 'preview', 'prefetch', 'head', 'inactive', 'duplicate'] as const;
export type FilterReason = (typeof filterReasons)[number];

/** A reason that is known from the click alone. A duplicate is only known from the other clicks of its visit. */
export type OwnReason = Exclude<FilterReason, 'duplicate'>;

export const devices = ['mobile', 'tablet', 'desktop', 'other'] as const;
export type Device = (typeof devices)[number];

export const reasonLetters = {
  bot: 'b',
  preview: 'v',
  prefetch: 'f',
  head: 'h',
  inactive: 'i',
} as const satisfies Record<OwnReason, string>;

export const deviceLetters = {
  mobile: 'm',
  tablet: 't',
  desktop: 'd',
  other: 'o',
} as const satisfies Record<Device, string>;

/** Up to this many visitors of a UTC day are counted exactly. */
export const maxExactVisitors = 256;
/** More visitors are estimated by HyperLogLog with 2^11 registers. */
export const registerIndexBits = 11;
/** Relative standard error of an estimate. */
export const visitorStandardError = 1.04 / Math.sqrt(2 ** registerIndexBits);
