// Defines the utm parameters that a brand sets for its links.
// The tracking link uses this file, so it must not import zod.

export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type Utm = Readonly<Partial<Record<(typeof utmNames)[number], string>>>;

/** A list, because the client of the link reads no maps. An absent parameter is an empty text. */
export const toStoredUtm = (utm: Utm): string[] => utmNames.map((name) => utm[name] ?? '');

export const fromStoredUtm = (texts: readonly string[]): Utm =>
  Object.fromEntries(
    utmNames.map((name, index) => [name, texts[index] ?? '']).filter(([, text]) => text !== ''),
  );

/** Stands for the tracking code of the creator. */
const utmPlaceholder = '{trackingCode}';

/** Returns the parameters in their encoded form `name=value`. */
export const utmParameters = (texts: readonly string[], trackingCode: string): readonly string[] =>
  utmNames.flatMap((name, index) => {
    const text = (texts[index] ?? '').replaceAll(utmPlaceholder, () => trackingCode);
    return text === '' ? [] : [`utm_${name}=${encodeURIComponent(text)}`];
  });
