// Defines the format and the release of tracking codes. The tracking link uses this file, so it must not import zod.
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { linkPrefixOf } from '#lib/foundation/shared/twin-ids.ts';

/** A letter or digit at both ends, so that punctuation after a link in a text is not part of the code. */
export const trackingCodePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}[A-Za-z0-9]$/;

export const trackingCodeFormat =
  'Must be 2 to 64 characters: letters A-Z and a-z, digits, `_` or `-`, with a letter or digit at both ends';

/** A link of test mode has the prefix of its test twin before the code, and a link of a brand with a link prefix has that one. */
export const linkCodePattern =
  /^(test\.\w{26}\.|[A-Za-z0-9]{3,20}\.)?[A-Za-z0-9][A-Za-z0-9_-]{0,62}[A-Za-z0-9]$/;

export const normalizeTrackingCode = normalizeReference;

/** The code of a link that ends a sentence or stands in brackets has their punctuation at its end. */
export const codeInLink = (text: string): string => normalizeReference(text).replace(/[^a-z0-9]+$/, '');

/** The code by which the item of a code is found that is unique over all brands, or in a test twin. */
export const linkCodeOf = (brandId: string, code: string): string =>
  linkPrefixOf(brandId) + normalizeTrackingCode(code);

/** The code by which the item of a code is found that is unique in a brand with a link prefix. It does not depend on the prefix. */
export const brandCodeOf = (brandId: string, code: string): string =>
  `${brandId}.${normalizeTrackingCode(code)}`;

/** Returns undefined for a link without a link prefix. */
export function splitLinkCode(
  code: string,
): { readonly linkPrefix: string; readonly word: string } | undefined {
  const [linkPrefix = '', word, ...others] = code.split('.');
  return word === undefined || others.length > 0 ? undefined : { linkPrefix, word };
}

/** Links of a banned creator stay in posts and videos, so another creator cannot take the code earlier. */
const releaseDays = 90;

/** Returns when another creator can take the code of a creator who is banned now. */
export const releaseTime = (now: Date): string => addSeconds(now, releaseDays * secondsPerDay).toISOString();

/** Only the code of a banned creator has `releasableAt`. */
export const isReleased = ({ releasableAt }: { readonly releasableAt?: unknown }, now: Date): boolean =>
  typeof releasableAt === 'string' && releasableAt <= now.toISOString();
