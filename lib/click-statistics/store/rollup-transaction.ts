// Prepares the transactions that write rollups.

import {
  applyDeltas,
  closedHourKeys,
  maxItems,
  openHourKeys,
  type RollupBatch,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { itemWithKey, type RollupPut, type StoredItems, storedItems } from '#lib/click-statistics/writes.ts';
import { getItems } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/item.ts';
import {
  aggregationLimits as limits,
  sizeOfPuts,
  takeWithin,
  unitsOfPuts,
} from '#lib/table/writes/transaction-size.ts';

export interface RollupTransaction {
  readonly batches: readonly RollupBatch[];
  readonly puts: readonly RollupPut[];
}

const read = async (keys: readonly Key[]): Promise<StoredItems> =>
  keys.length === 0 ? new Map() : storedItems(keys, await getItems(keys));

interface PreparedBatch {
  readonly batch: RollupBatch;
  readonly puts: readonly RollupPut[];
}

/** Returns the first batches that fit, with the items that they replace. */
async function prepare(batches: readonly RollupBatch[], maxPuts: number) {
  const candidates = batches.slice(0, maxPuts);
  const openHours = await read(openHourKeys(candidates));
  const chosen = takeWithin(candidates, maxPuts, (batch) => 1 + closedHourKeys([batch], openHours).length);
  const stored = new Map([...openHours, ...(await read(closedHourKeys(chosen, openHours)))]);
  const prepared = chosen.map((batch): PreparedBatch => ({ batch, puts: applyDeltas([batch], stored) }));
  return { fitting: takeWithin(prepared, limits.bytes, ({ puts }) => sizeOfPuts(puts)), stored };
}

const transactionOf = (prepared: readonly PreparedBatch[]): RollupTransaction => ({
  batches: prepared.map(({ batch }) => batch),
  puts: prepared.flatMap(({ puts }) => puts),
});

export const prepareTransaction = async (batches: readonly RollupBatch[]): Promise<RollupTransaction> =>
  transactionOf((await prepare(batches, limits.items)).fitting);

export interface LimitedTransaction extends RollupTransaction {
  readonly units: number;
}

const minUnitsOfPut = 2;

/** Also stays within a number of write units, unless the first batch alone costs more. */
export async function prepareWithin(
  batches: readonly RollupBatch[],
  units: number,
): Promise<LimitedTransaction> {
  const maxPuts = Math.max(1, Math.min(limits.items, Math.floor(units / minUnitsOfPut)));
  const { fitting, stored } = await prepare(batches, maxPuts);
  const unitsOf = (puts: RollupTransaction['puts']): number =>
    unitsOfPuts(puts, ({ item: { pk, sk } }) => itemWithKey(stored, { pk: String(pk), sk: String(sk) }));
  const transaction = transactionOf(takeWithin(fitting, units, ({ puts }) => unitsOf(puts)));
  return { ...transaction, units: unitsOf(transaction.puts) };
}

export const eachFits = (batches: readonly RollupBatch[]): boolean =>
  batches.every((batch) => maxItems(batch) <= limits.items);
