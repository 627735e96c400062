// Decides which texts are discount codes, and which spellings are the same code.
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';

export const maxCodeLength = 64;

/** Letters, marks, numbers, punctuation and symbols, with single spaces between them. U+2800 is a symbol that nobody can see. */
const printable =
  /^(?!.*[\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u;

/** A longer text would not fit into a key. */
export const isDiscountCode = (text: string): boolean => text.length <= maxCodeLength && printable.test(text);

const spaces = /[\p{Z}\t-\r]+/gu;

/** Returns the text that is stored and shown: spaces of any kind become single ones. */
export const trimmedCode = (text: string): string => text.trim().replaceAll(spaces, ' ');

/** Returns the same text for all spellings that a customer cannot tell apart, or types at will. Accents count. */
export function normalizeDiscountCode(text: string): string {
  // The upper case of ß is SS, so the lower case of the upper case is the same for both.
  const folded = normalizeReference(trimmedCode(text)).toUpperCase().toLowerCase();
  return trimmedCode(folded.normalize('NFKC'));
}
