// The kinds of clicks and of devices: the words that the API says, and the letters that stand for them where a click is
// stored. Without zod: the tracking link knows them too.

/** Why a click does not count: each is kept and counted as filtered. */
export const filterReasons = ['bot', 'preview', 'prefetch', 'head', 'inactive', 'duplicate'] as const;
export type FilterReason = (typeof filterReasons)[number];

/** What a click says by itself. That it repeats another one is told only beside that one. */
export type OwnReason = Exclude<FilterReason, 'duplicate'>;

export const devices = ['mobile', 'tablet', 'desktop', 'other'] as const;
export type Device = (typeof devices)[number];

export const lettersOfReasons = {
  bot: 'b',
  preview: 'v',
  prefetch: 'f',
  head: 'h',
  inactive: 'i',
} as const satisfies Record<OwnReason, string>;

export const lettersOfDevices = {
  mobile: 'm',
  tablet: 't',
  desktop: 'd',
  other: 'o',
} as const satisfies Record<Device, string>;

/** So many visitors of a UTC day are told one by one. */
export const exactVisitors = 256;
/** Registers of the sketch that tells how many there were where they were more. */
export const bitsOfRegisters = 11;
/** Two in three estimates are nearer than this to the truth, as a share of it. */
export const standardErrorOfVisitors = 1.04 / Math.sqrt(2 ** bitsOfRegisters);
