// Limits the size of transactions that write large items.
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Put, transactionLimit } from './write.ts';

/** Leaves one write for the checkpoint, and stays below DynamoDB's limit of 4 MB per transaction. */
export const aggregationLimits = { items: transactionLimit - 1, bytes: 3_500_000 } as const;

/** Returns the first values whose costs fit into the limit, but at least one. */
export function takeWithin<Value>(
  values: readonly Value[],
  limit: number,
  cost: (value: Value) => number,
): readonly Value[] {
  let sum = 0;
  const end = values.findIndex((value) => {
    sum += cost(value);
    return sum > limit;
  });
  return end === -1 ? values : values.slice(0, Math.max(1, end));
}

export const sizeOfPuts = (puts: readonly Put[]): number =>
  puts.reduce((bytes, { item }) => bytes + sizeOfItem(item), 0);

const sizeOfItem = (item: Item): number =>
  Object.entries(item).reduce(
    (bytes, [name, value]) =>
      bytes + name.length + (value instanceof Uint8Array ? value.byteLength : String(value).length),
    0,
  );
