// Reads sharded counters.

import { counterPartition } from '#lib/table/keys/keys.ts';
import type { Counter, Counts } from '#lib/table/writes/counters.ts';
import { queryPartition } from './client.ts';

/** Returns a function that adds up fields of a counter, such as those of several statuses. */
export const totalOf =
  (scope: string, counter: Counter, fields: readonly string[] = ['total']) =>
  async (): Promise<number> => {
    const counts = await readCounter(scope, counter);
    return fields.reduce((sum, field) => sum + (counts[field] ?? 0), 0);
  };

/** Adds up all shards of a counter, which costs one read unit. A field that was never counted is absent. */
export async function readCounter(scope: string, counter: Counter): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const shard of await queryPartition(counterPartition(scope, counter))) {
    for (const [field, value] of Object.entries(shard)) {
      if (typeof value === 'number') counts[field] = (counts[field] ?? 0) + value;
    }
  }
  return counts;
}
