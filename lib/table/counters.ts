// Reads sharded counters.

import { counterPartition } from '#lib/table/keys/keys.ts';
import { type Counter, type Counts, commissionPrefix, hostOf } from '#lib/table/writes/counters.ts';
import { queryPartition } from './client.ts';

/** A counter, or the fields of commissions in the counter of conversions. */
export type CountName = Counter | keyof typeof hostOf;

/** Returns a function that adds up fields of a counter, such as those of several statuses. */
export const totalOf =
  (scope: string, name: CountName, fields: readonly string[] = ['total']) =>
  async (): Promise<number> => {
    const counts = await readCounter(scope, name);
    return fields.reduce((sum, field) => sum + (counts[field] ?? 0), 0);
  };

/** Adds up all shards of a counter. A field that was never counted is absent. */
export async function readCounter(scope: string, name: CountName): Promise<Counts> {
  if (!isCommissionCount(name)) return sumsOf(scope, name, (field) => !field.startsWith(commissionPrefix));
  // Earlier releases counted commissions in partitions of their own.
  const [inHost, own] = await Promise.all([
    sumsOf(scope, hostOf[name], (field) => field.startsWith(commissionPrefix)),
    sumsOf(scope, name, () => true),
  ]);
  const counts: Record<string, number> = { ...own };
  for (const [field, count] of Object.entries(inHost)) {
    const counted = field.slice(commissionPrefix.length);
    counts[counted] = (counts[counted] ?? 0) + count;
  }
  return counts;
}

const isCommissionCount = (name: CountName): name is keyof typeof hostOf => name in hostOf;

async function sumsOf(
  scope: string,
  counter: CountName,
  includes: (field: string) => boolean,
): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const shard of await queryPartition(counterPartition(scope, counter))) {
    for (const [field, value] of Object.entries(shard)) {
      if (typeof value === 'number' && includes(field)) counts[field] = (counts[field] ?? 0) + value;
    }
  }
  return counts;
}
