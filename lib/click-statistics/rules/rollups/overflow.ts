// Limits the number of names in a rollup. Surplus names are combined under `overflowName`.
import { hash } from 'node:crypto';
import type { Dimension, ScopeKind } from './scopes.ts';

/** Cannot equal a real name, because no id, country or host contains this character. */
export const overflowName = '…';

/**
 * The limits keep a rollup below DynamoDB's item limit of 400 KB: 200 cells with 200 referrer hosts each take 270 KB. The limit
 * of creators (`affiliate`) exceeds the 10,000 creators of the largest plan.
 */
export const maxValues: Readonly<Record<ScopeKind, Readonly<Record<Dimension, number>>>> = {
  brand: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  campaign: { affiliate: 11_000, campaign: 1000, country: 300, device: 10, referrer: 1000 },
  affiliate: { affiliate: 0, campaign: 0, country: 300, device: 10, referrer: 200 },
  group: { affiliate: 11_000, campaign: 0, country: 0, device: 0, referrer: 0 },
};
export const maxCells = 200;

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
