// Reading what an order leads to: behind the code, the click and the name that it names.

import { keyBeyond, keysLedTo } from '#lib/conversions/rules/references.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { getItems } from '#lib/table/client.ts';
import type { ItemBatch } from '#lib/table/keys/item.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { queryByPrefix } from '#lib/table/partition-walk.ts';

/**
 * All that the first read leads to. One more read finds it; and another one what is behind a click beyond a full visit, and
 * the creator of a code that was stored before codes said whose they are.
 */
export async function withLeads(
  order: ConversionInput,
  brandId: string,
  found: ItemBatch,
  asked: readonly Key[] = [],
  beyond: Key | null = keyBeyond(brandId, order, found) ?? null,
): Promise<ItemBatch> {
  const led = keysLedTo(brandId, order, found).filter(
    ({ pk, sk }) => !asked.some((key) => key.pk === pk && key.sk === sk),
  );
  if (led.length === 0 && beyond === null) return found;
  const more = await Promise.all([getItems(led), beyond === null ? [] : queryByPrefix(beyond)]);
  return withLeads(order, brandId, [...found, ...more.flat()], [...asked, ...led], null);
}
