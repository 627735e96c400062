// Increments exact counts in the transaction that writes the counted item. Counters with many writers are sharded.
import { randomInt } from 'node:crypto';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Write } from './write.ts';

/** Shards per counter. Reading all of them costs one read unit. */
const shardsOf = {
  apiKeys: 1,
  affiliates: 1,
  campaigns: 1,
  creations: 1,
  discounts: 8,
  conversions: 16,
  payouts: 4,
  users: 1,
  webhookEndpoints: 1,
  connections: 1,
  links: 4,
  affiliateDiscounts: 4,
  affiliateLinks: 1,
  affiliateWords: 1,
  affiliateConversions: 8,
} as const;

/** After a conflict, and for busy brands and creators, these counters use more shards, at more cost for each reading (docs/decisions/0005). */
const shardsWhenBusy = 64;
const busyCounters: readonly Counter[] = ['conversions', 'affiliateConversions'];

export type Counter = keyof typeof shardsOf;

/** The counts of commissions are fields of the counters of conversions, because an order changes both. */
export const hostOf = {
  commissions: 'conversions',
  affiliateCommissions: 'affiliateConversions',
} as const satisfies Record<string, Counter>;

export const commissionPrefix = 'commissions_';

export const commissionFields = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([field, count]) => [`${commissionPrefix}${field}`, count]));

export type Counts = Readonly<Record<string, number>>;

/** Applies to one shard, because a condition cannot add up several. So only a counter with one shard has an exact limit. */
interface Limit {
  readonly field: string;
  readonly below: number;
  readonly refused: () => Error;
}

/** Larger integers are not exact, and reading them fails. */
export const highestSum = Number.MAX_SAFE_INTEGER;

/** If every shard stays within this, the sum of the shards stays within the highest sum. */
export const highestInShard = (counter: Counter): number =>
  Math.floor(highestSum / (busyCounters.includes(counter) ? shardsWhenBusy : shardsOf[counter]));

const lastCharacters = -4;

const shardFor = (counter: Counter, id: string): number =>
  Number.parseInt(id.slice(lastCharacters), 36) % shardsOf[counter];

export const incrementCounter = (
  owner: string,
  counter: Counter,
  id: string,
  increments: Counts,
  limit?: Limit,
): Write => incrementShard({ owner, counter, shard: shardFor(counter, id), increments, limit });

/** Increments a random shard of a busy counter, and another one after each conflict. */
export const incrementBusyCounter = (
  owner: string,
  counter: Counter,
  increments: Counts,
  limit?: Limit,
): Write => incrementShard({ owner, counter, shard: randomInt(shardsWhenBusy), increments, limit });

interface Increment {
  readonly owner: string;
  readonly counter: Counter;
  readonly shard: number;
  readonly increments: Counts;
  readonly limit: Limit | undefined;
}

function incrementShard({ owner, counter, shard, increments, limit }: Increment): Write {
  return {
    kind: 'increment',
    key: keys.counterShard(owner, counter, shard),
    add: increments,
    ...(limit !== undefined && {
      bound: limit.field,
      condition: `attribute_not_exists(#${limit.field}) OR #${limit.field} < :limit`,
      values: { limit: limit.below },
      refused: limit.refused,
    }),
    ...(busyCounters.includes(counter) && {
      onConflict: { to: () => incrementBusyCounter(owner, counter, increments, limit) },
    }),
  };
}
