// Many orders in one request, each recorded or refused on its own.
import type { Brand } from '#lib/brands/schema.ts';
import { eachOnItsOwn } from '#lib/shared/each.ts';
import type { Attempt } from '#lib/table/attempt.ts';
import { getItems } from '#lib/table/client.ts';
import type { ConversionInput } from './order-schema.ts';
import { recordConversion } from './record.ts';
import { keysNamed } from './references.ts';

/**
 * The outcome of each order, in their order; what they name is read for all of them together. What an earlier attempt has
 * recorded is no repeat: it is known by its id.
 */
export async function recordConversions(
  orders: readonly ConversionInput[],
  brand: Brand,
  how: { readonly now: Date; readonly dryRun: boolean; readonly attempt: Attempt },
) {
  const { attempt, ...common } = how;
  const named = await getItems(orders.flatMap((order) => keysNamed(brand.id, order)));
  return eachOnItsOwn(
    orders,
    ({ orderId }) => orderId,
    async (order, part) => {
      const id = attempt.idOf('conversion', part);
      const outcome = await recordConversion(order, brand, named, { ...common, id });
      return { ...outcome, isRepeat: outcome.isRepeat && outcome.conversion.id !== id };
    },
    attempt,
  );
}
