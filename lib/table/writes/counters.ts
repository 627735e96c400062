// Increments exact counts in the transaction that writes the counted item. Counters with many writers are sharded.
import { keys } from '#lib/table/keys/keys.ts';
import { highestSum } from './sums.ts';
import type { Write } from './write.ts';

/** Shards per counter. A shard takes about 100 transactions a second, and reading all shards of a counter costs one read unit. */
const shardsOf = {
  apiKeys: 1,
  affiliates: 1,
  campaigns: 1,
  creations: 1,
  discounts: 8,
  conversions: 16,
  commissions: 16,
  payouts: 4,
  webhookEndpoints: 1,
  affiliateDiscounts: 4,
  affiliateConversions: 8,
  affiliateCommissions: 8,
} as const;

export type Counter = keyof typeof shardsOf;
export type Counts = Readonly<Record<string, number>>;

/** Applies to one shard, because a condition cannot add up several. So only a counter with one shard has an exact limit. */
interface Limit {
  readonly field: string;
  readonly below: number;
  readonly refused: () => Error;
}

/** If every shard stays within this, the sum of the shards stays within the highest sum. */
export const highestInShard = (counter: Counter): number => Math.floor(highestSum / shardsOf[counter]);

const lastCharacters = -4;

const shardFor = (counter: Counter, id: string): number =>
  Number.parseInt(id.slice(lastCharacters), 36) % shardsOf[counter];

export function incrementCounter(
  scope: string,
  counter: Counter,
  id: string,
  increments: Counts,
  limit?: Limit,
): Write {
  const adds = Object.keys(increments)
    .map((field) => `#${field} :${field}`)
    .join(', ');
  return {
    kind: 'update',
    key: keys.counterShard(scope, counter, shardFor(counter, id)),
    update: `ADD ${adds}`,
    ...(limit === undefined
      ? { values: increments }
      : {
          condition: `attribute_not_exists(#${limit.field}) OR #${limit.field} < :limit`,
          values: { ...increments, limit: limit.below },
          refused: limit.refused,
        }),
  };
}
