// Normalizes the references that people copy and type: codes and click ids. The tracking link uses this file, so it must not import zod.

/** Characters that a copied text can have without anybody seeing them, such as a zero-width space or a byte order mark. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

const plain = /^[a-z0-9_-]*$/;

/** Full-width letters are plain ones, invisible characters are removed, and letter case does not count. An absent reference is empty. */
export const normalizeReference = (text = ''): string =>
  // Most references are plain, and compiling the pattern of invisible characters takes a millisecond of a cold start.
  plain.test(text) ? text : text.normalize('NFKC').replace(invisible, '').trim().toLowerCase();
