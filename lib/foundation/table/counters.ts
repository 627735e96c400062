// Reads sharded counters.

import { counterPartition } from '#lib/foundation/table/keys/keys.ts';
import {
  type Counter,
  type Counts,
  commissionPrefix,
  hostOf,
} from '#lib/foundation/table/writes/counters.ts';
import { queryPartition } from './client.ts';

/** A counter, or the fields of commissions in the counter of conversions. */
type CountName = Counter | keyof typeof hostOf;

/** Returns a function that adds up fields of a counter, such as those of several statuses. */
export const totalOf =
  (owner: string, name: CountName, fields: readonly string[] = ['total']) =>
  async (): Promise<number> => {
    const counts = await readCounter(owner, name);
    return fields.reduce((sum, field) => sum + (counts[field] ?? 0), 0);
  };

const isCommissionCount = (name: CountName): name is keyof typeof hostOf => name in hostOf;

/** Adds up all shards of a counter. A field that was never counted is absent. */
export async function readCounter(owner: string, name: CountName): Promise<Counts> {
  const [counter, prefix] = isCommissionCount(name) ? [hostOf[name], commissionPrefix] : [name, ''];
  const counts: Record<string, number> = {};
  for (const shard of await queryPartition(counterPartition(owner, counter))) {
    for (const [attribute, value] of Object.entries(shard)) {
      if (typeof value !== 'number' || attribute.startsWith(commissionPrefix) !== isCommissionCount(name))
        continue;
      const field = attribute.slice(prefix.length);
      counts[field] = (counts[field] ?? 0) + value;
    }
  }
  return counts;
}
