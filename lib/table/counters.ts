// Exact counts of what lists hold: moved in the transaction that moves the item, spread over shards where many write.

import { countersOf, keys } from '#lib/table/keys/keys.ts';
import { allIn } from './client.ts';
import type { Write } from './transact.ts';

/**
 * How many items each counter is spread over. A transaction on an item excludes the others for some milliseconds, so
 * one shard takes about 100 writes a second; reading them all costs the same one unit (they fit in 4 KB).
 */
const shardsOf = {
  affiliates: 1,
  campaigns: 1,
  discounts: 8,
  conversions: 16,
  commissions: 16,
  payouts: 4,
  affiliateDiscounts: 4,
  affiliateConversions: 8,
  affiliateCommissions: 8,
} as const;

export type Counter = keyof typeof shardsOf;
export type Counts = Readonly<Record<string, number>>;

/** A bound that a count must be below for the move to happen. */
interface Bound {
  readonly field: string;
  readonly below: number;
  readonly refused: () => Error;
}

const randomCharactersOfUlid = -4;

/** A shard, by the random end of an id: as only the sum of all shards counts, any of them will do. */
const shardFor = (counter: Counter, id: string): number =>
  Number.parseInt(id.slice(randomCharactersOfUlid), 36) % shardsOf[counter];

/**
 * Moves counts: `{pending: -1, approved: 1}`. `id` is that of the item that moves, or of one of those that move together;
 * a bound needs a counter of one shard.
 */
export function moveCounter(
  scope: string,
  counter: Counter,
  id: string,
  moves: Counts,
  bound?: Bound,
): Write {
  const adds = Object.keys(moves)
    .map((field) => `#${field} :${field}`)
    .join(', ');
  return {
    kind: 'update',
    key: keys.counterShard(scope, counter, shardFor(counter, id)),
    update: `ADD ${adds}`,
    ...(bound === undefined
      ? { values: moves }
      : {
          condition: `attribute_not_exists(#${bound.field}) OR #${bound.field} < :bound`,
          values: { ...moves, bound: bound.below },
          refused: bound.refused,
        }),
  };
}

/** All fields of a counter, summed over its shards; what was never counted is absent. One call, one unit. */
export async function readCounter(scope: string, counter: Counter): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const shard of await allIn(countersOf(scope, counter))) {
    for (const [field, value] of Object.entries(shard)) {
      if (typeof value === 'number') counts[field] = (counts[field] ?? 0) + value;
    }
  }
  return counts;
}
