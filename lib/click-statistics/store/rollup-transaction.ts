// Prepares the transactions that write rollups.

import {
  applyDeltas,
  closedHourKeys,
  maxItems,
  openHourKeys,
  type RollupBatch,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { type RollupPut, type StoredItems, storedItems } from '#lib/click-statistics/writes.ts';
import { getItems } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { transactionLimit } from '#lib/table/writes/write.ts';

/** Leaves one write for the checkpoint, and stays below DynamoDB's limit of 4 MB per transaction. */
const limits = { items: transactionLimit - 1, bytes: 3_500_000 } as const;

export interface RollupTransaction {
  readonly batches: readonly RollupBatch[];
  readonly puts: readonly RollupPut[];
}

const read = async (keys: readonly Key[]): Promise<StoredItems> =>
  keys.length === 0 ? new Map() : storedItems(keys, await getItems(keys));

function takeWithin<Value>(
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

const sizeOf = (puts: readonly RollupPut[]): number =>
  puts.reduce((bytes, { item }) => bytes + sizeOfItem(item), 0);

const sizeOfItem = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(item).reduce(
    (bytes, [name, value]) =>
      bytes + name.length + (value instanceof Uint8Array ? value.byteLength : String(value).length),
    0,
  );

export async function prepareTransaction(batches: readonly RollupBatch[]): Promise<RollupTransaction> {
  const candidates = batches.slice(0, limits.items);
  const openHours = await read(openHourKeys(candidates));
  const chosen = takeWithin(
    candidates,
    limits.items,
    (batch) => 1 + closedHourKeys([batch], openHours).length,
  );
  const items = new Map([...openHours, ...(await read(closedHourKeys(chosen, openHours)))]);
  const prepared = chosen.map((batch) => ({ batch, puts: applyDeltas([batch], items) }));
  const fitting = takeWithin(prepared, limits.bytes, ({ puts }) => sizeOf(puts));
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.flatMap(({ puts }) => puts) };
}

export const eachFits = (batches: readonly RollupBatch[]): boolean =>
  batches.every((batch) => maxItems(batch) <= limits.items);
