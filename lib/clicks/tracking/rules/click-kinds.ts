// Defines filter reasons and devices. This file must not import zod, because zod slows down the cold start of the tracking link.

export const filterReasons = [
  'bot',
  'preview',
  'prefetch',
  'head',
  'inactive',
  'duplicate',
  'suspicious',
] as const;
export type FilterReason = (typeof filterReasons)[number];

/** Reasons that follow from the other clicks of the visit. The others are stored with the click. */
export const derivedReasons = ['duplicate', 'suspicious'] as const satisfies readonly FilterReason[];
export type OwnReason = Exclude<FilterReason, (typeof derivedReasons)[number]>;

export const devices = ['mobile', 'tablet', 'desktop', 'other'] as const;
export type Device = (typeof devices)[number];

export const reasonLetters = {
  bot: 'b',
  preview: 'v',
  prefetch: 'f',
  head: 'h',
  inactive: 'i',
} as const satisfies Record<OwnReason, string>;

const deviceLetters = {
  mobile: 'm',
  tablet: 't',
  desktop: 'd',
  other: 'o',
} as const satisfies Record<Device, string>;

export const byLetter = <Name extends string>(letters: Readonly<Record<Name, string>>, letter: string) =>
  (Object.keys(letters) as Name[]).find((name) => letters[name] === letter);

/** A capital letter marks paid search, so that no click needs another field. */
export const deviceField = ({ device, isPaid }: { device: Device; isPaid?: boolean | undefined }): string =>
  isPaid ? deviceLetters[device].toUpperCase() : deviceLetters[device];

export const deviceIn = (letter: string) => byLetter(deviceLetters, letter.toLowerCase());
