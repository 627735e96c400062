// Records an order whose number for people is taken.
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import type { Applied } from '#lib/shops/orders/rules/applied.ts';

/** Two shops of a brand can have orders with the same number for people, which must not lose the second one. */
export async function withFreeNumber(
  order: ShopOrder,
  apply: (order: ShopOrder) => Promise<Applied>,
): Promise<Applied> {
  try {
    return await apply(order);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'external_id_taken')) throw error;
    const { externalId: _, ...others } = order;
    return apply(others);
  }
}
