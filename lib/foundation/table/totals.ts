// Reads the totals of items. The totals of a hot item are spread over several items, called cells (docs/decisions/0032).

import { type Item, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { totalsCellPartition } from '#lib/foundation/table/keys/keys.ts';
import { hasSpreadTotals } from '#lib/foundation/table/writes/totals.ts';
import { queryPartition } from './client.ts';

export async function withSpreadTotals(found: Item): Promise<Item> {
  if (!hasSpreadTotals(found)) return found;
  const owner = { pk: String(found[partitionKey]), sk: String(found[sortKey]) };
  const complete = { ...found };
  for (const { [partitionKey]: _, [sortKey]: __, ...cell } of await queryPartition(
    totalsCellPartition(owner),
  )) {
    for (const [name, value] of Object.entries(cell)) {
      complete[name] = Number(complete[name] ?? 0) + Number(value);
    }
  }
  return complete;
}
