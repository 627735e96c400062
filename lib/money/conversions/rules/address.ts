// Finds the conversion that a path names. The claim of an order id is read together with the caller.
import { notFound } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { type ConversionAddress, orderIdParameter } from '#lib/money/conversions/schema/address.ts';

/** The claim of an order id also exists before its order, while refunds wait for the order. Returns undefined for such a claim. */
export const recordedIdIn = (claim: Item | undefined): string | undefined =>
  typeof claim?.conversionId === 'string' ? claim.conversionId : undefined;

interface WithPath {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no read for an id, and for an invalid order id, which could be longer than a key may be. */
export function prefetchAddress({ pathParameters }: WithPath, brandId: string) {
  const { data } = orderIdParameter.safeParse({ orderId: pathParameters?.orderId });
  return planReads({ order: data && keys.order(brandId, data.orderId) });
}

/** `order` is the claim of the order id. Throws a 404 if the order is not recorded. */
export function idAtAddress(address: ConversionAddress, { order }: { readonly order: Item | undefined }) {
  const id = 'id' in address ? address.id : recordedIdIn(order);
  if (id === undefined) throw notFound('conversion');
  return id;
}
