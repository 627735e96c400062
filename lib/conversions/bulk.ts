// Many orders in one request, each recorded or refused on its own.
import type { Brand } from '#lib/brands/schema.ts';
import { eachOnItsOwn } from '#lib/shared/each.ts';
import { getItems } from '#lib/table/client.ts';
import { keysNamed } from './references.ts';
import type { ConversionInput } from './schema.ts';
import { recordConversion } from './store.ts';

/** The outcome of each order, in their order; what they name is read for all of them together. */
export async function recordConversions(
  orders: readonly ConversionInput[],
  brand: Brand,
  how: { readonly now: Date; readonly dryRun: boolean },
) {
  const keys = orders.flatMap((order) => keysNamed(brand.id, order));
  const unique = new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key]));
  const named = await getItems([...unique.values()]);
  return eachOnItsOwn(orders, (order) => recordConversion(order, brand, named, how));
}
