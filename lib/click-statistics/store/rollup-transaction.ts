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

interface UnitLimit {
  readonly units: number;
  readonly unitsOf: (puts: readonly RollupPut[]) => number;
}

export const prepareTransaction = (batches: readonly RollupBatch[]): Promise<RollupTransaction> =>
  prepare(batches, limits.items);

/** Also stays within a number of write units, unless the first batch alone costs more. */
export async function prepareWithin(
  batches: readonly RollupBatch[],
  { units, unitsOf }: UnitLimit,
): Promise<RollupTransaction> {
  const items = Math.max(1, Math.min(limits.items, Math.floor(units / minUnitsOfPut)));
  return prepare(batches, items, (prepared) => takeWithin(prepared, units, ({ puts }) => unitsOf(puts)));
}

const minUnitsOfPut = 2;

interface PreparedBatch {
  readonly batch: RollupBatch;
  readonly puts: readonly RollupPut[];
}

async function prepare(
  batches: readonly RollupBatch[],
  maxPuts: number,
  take = (prepared: readonly PreparedBatch[]) => prepared,
): Promise<RollupTransaction> {
  const candidates = batches.slice(0, maxPuts);
  const openHours = await read(openHourKeys(candidates));
  const chosen = takeWithin(candidates, maxPuts, (batch) => 1 + closedHourKeys([batch], openHours).length);
  const items = new Map([...openHours, ...(await read(closedHourKeys(chosen, openHours)))]);
  const prepared = chosen.map((batch): PreparedBatch => ({ batch, puts: applyDeltas([batch], items) }));
  const fitting = take(takeWithin(prepared, limits.bytes, ({ puts }) => sizeOfPuts(puts)));
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.flatMap(({ puts }) => puts) };
}

export const eachFits = (batches: readonly RollupBatch[]): boolean =>
  batches.every((batch) => maxItems(batch) <= limits.items);
