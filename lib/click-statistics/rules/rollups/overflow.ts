// Limits the number of names in a rollup. Surplus names are combined under `overflowName`.
import { hash } from 'node:crypto';

/** Cannot equal a real name, because no id, country or host contains this character. */
export const overflowName = '…';

const hashOf = (name: string): string => hash('sha256', name, 'base64');

export function surplus(names: Iterable<string>, limit: number): readonly string[] {
  const own = [...names].filter((name) => name !== overflowName);
  if (own.length <= limit) return [];
  return own
    .map((name) => ({ name, hashed: hashOf(name) }))
    .sort((one, other) => (one.hashed < other.hashed ? -1 : 1))
    .slice(limit)
    .map(({ name }) => name);
}
