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
import { aggregationLimits as limits, sizeOfPuts, takeWithin } from '#lib/table/writes/transaction-size.ts';

export interface RollupTransaction {
  readonly batches: readonly RollupBatch[];
  readonly puts: readonly RollupPut[];
}

const read = async (keys: readonly Key[]): Promise<StoredItems> =>
  keys.length === 0 ? new Map() : storedItems(keys, await getItems(keys));

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
  const fitting = takeWithin(prepared, limits.bytes, ({ puts }) => sizeOfPuts(puts));
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.flatMap(({ puts }) => puts) };
}

export const eachFits = (batches: readonly RollupBatch[]): boolean =>
  batches.every((batch) => maxItems(batch) <= limits.items);
