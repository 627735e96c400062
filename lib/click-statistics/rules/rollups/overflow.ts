// Which of too many values are let go: see totals.ts for why it is told by their hashes.
import { hash } from 'node:crypto';

/** All values together that were too many. No id, country or host is written so. */
export const others = '…';

const hashOf = (name: string): string => hash('sha256', name, 'base64');

/** Those that are too many: all but the `kept` ones whose hashes are the smallest. */
export function surplus(names: Iterable<string>, kept: number): readonly string[] {
  const own = [...names].filter((name) => name !== others);
  if (own.length <= kept) return [];
  return own
    .map((name) => ({ name, hashed: hashOf(name) }))
    .sort((one, other) => (one.hashed < other.hashed ? -1 : 1))
    .slice(kept)
    .map(({ name }) => name);
}
