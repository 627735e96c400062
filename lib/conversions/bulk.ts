// Many orders in one request, each recorded or refused on its own.
import type { Brand } from '#lib/brands/schema.ts';
import { eachOnItsOwn } from '#lib/shared/each.ts';
import { getItems } from '#lib/table/client.ts';
import type { ConversionInput } from './order-schema.ts';
import { recordConversion, type Trial } from './orders.ts';
import { keysNamed } from './references.ts';

/** The outcome of each order, in their order; what they name is read for all of them together. */
export async function recordConversions(
  orders: readonly ConversionInput[],
  brand: Brand,
  how: { readonly now: Date; readonly dryRun: boolean },
) {
  const earlier = new Map<string, Trial>();
  const together = how.dryRun ? { ...how, earlier } : how;
  const named = await getItems(orders.flatMap((order) => keysNamed(brand.id, order)));
  return eachOnItsOwn(
    orders,
    ({ orderId }) => orderId,
    (order) => recordConversion(order, brand, named, together),
  );
}
