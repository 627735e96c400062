// Many orders in one request, each recorded or refused on its own.
import type { Brand } from '#lib/brands/schema.ts';
import { keysNamed } from '#lib/conversions/rules/references.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { settleEach } from '#lib/shared/each.ts';
import { getItems } from '#lib/table/client.ts';
import { recordConversion, type Trial } from './record.ts';

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
  const earlier = new Map<string, Trial>();
  const named = await getItems(orders.flatMap((order) => keysNamed(brand.id, order)));
  return settleEach(
    orders,
    ({ orderId }) => orderId,
    async (order, part) => {
      const id = attempt.idOf('conversion', part);
      const together = { ...common, id, ...(common.dryRun && { earlier }) };
      const outcome = await recordConversion(order, brand, { named }, together);
      return { ...outcome, isRepeat: outcome.isRepeat && (outcome.isTrial || outcome.conversion.id !== id) };
    },
    attempt,
  );
}
