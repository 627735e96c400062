// Generates tracking codes, and suggests free ones for a code that is taken.
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join('');

/** A code has 60 random bits, so a collision is practically impossible. */
export const generateTrackingCode = (): string => randomText(12);

/** Short, because people read it. A slug that is taken is replaced by another one. */
export const generateSlug = (): string => randomText(8);

const maxLength = 40;
const randomSuffixLength = 6;

/** Returns codes that begin as the taken one. The random ones are almost certainly free, however popular the code is. */
export function similarTrackingCodes(taken: string): readonly string[] {
  const suffixes = ['2', '3', '4', ...[1, 2, 3].map(() => randomText(randomSuffixLength))];
  return suffixes.map((suffix) => `${taken.slice(0, maxLength - suffix.length - 1)}-${suffix}`);
}
