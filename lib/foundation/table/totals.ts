// Reads the totals of items. The totals of a hot item are spread over several items, called cells (docs/decisions/0032).

import { type Item, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { totalsCellPartition } from '#lib/foundation/table/keys/keys.ts';
import { hasSpreadTotals } from '#lib/foundation/table/writes/totals.ts';
import { queryPartition } from './client.ts';

/** Returns undefined for an item whose totals are not spread. */
export async function readCells(found: Item): Promise<readonly Item[] | undefined> {
  if (!hasSpreadTotals(found)) return undefined;
  const owner = { pk: String(found[partitionKey]), sk: String(found[sortKey]) };
  return queryPartition(totalsCellPartition(owner));
}

export function withTotalsOf(cells: readonly Item[], found: Item): Item {
  const complete = { ...found };
  for (const { [partitionKey]: _, [sortKey]: __, ...cell } of cells) {
    for (const [name, value] of Object.entries(cell)) {
      complete[name] = Number(complete[name] ?? 0) + Number(value);
    }
  }
  return complete;
}

export const withSpreadTotals = async (found: Item): Promise<Item> =>
  withTotalsOf((await readCells(found)) ?? [], found);
