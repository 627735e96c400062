// Reads, stores and limits sub ids: texts of a link by which a creator tells posts or placements apart.
// This file must not import zod, because zod slows down the cold start of the tracking link.
import type { Parameter } from './location.ts';

export const subNames = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type SubIds = Readonly<Partial<Record<(typeof subNames)[number], string>>>;

/** Printable ASCII. A `|` separates the fields of a stored click, and an `@` would allow e-mail addresses. */
export const subIdPattern = /^[ -?A-{}~]{1,64}$/;

const separator = '|';

/** Skips other texts. A mail or a page may have written `&` as `&amp;`. */
export const subIdsIn = (query: readonly Parameter[]): SubIds | undefined =>
  subIdsOf(subNames.map((own) => query.find(({ name }) => name === own || name === `amp;${own}`)?.value));

/** Returns undefined if no text is a sub id. */
function subIdsOf(texts: readonly (string | null | undefined)[]): SubIds | undefined {
  const entries = subNames.flatMap((name, index) => {
    const text = texts[index] ?? '';
    return subIdPattern.test(text) ? [[name, text] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Fields of a stored click. A click without sub ids omits them, unless another field follows. */
export const formatSubIds = (subIds: SubIds | undefined, isFollowed = false): readonly string[] =>
  isFollowed || Object.keys(subIds ?? {}).length > 0 ? subNames.map((name) => subIds?.[name] ?? '') : [];

export function parseSubIds(fields: string | undefined): { readonly subIds?: SubIds } {
  const subIds = fields === undefined ? undefined : subIdsOf(fields.split(separator).slice(1));
  return subIds === undefined ? {} : { subIds };
}
