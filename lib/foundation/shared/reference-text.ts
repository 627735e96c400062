// Normalizes the references that people copy and type: codes and click ids. The tracking link uses this file, so it must not import zod.

/** Characters that a copied text can have without anybody seeing them, such as a zero-width space or a byte order mark. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/** Full-width letters are plain ones, invisible characters are removed, and letter case does not count. An absent reference is empty. */
export const normalizeReference = (text = ''): string =>
  text.normalize('NFKC').replace(invisible, '').trim().toLowerCase();
