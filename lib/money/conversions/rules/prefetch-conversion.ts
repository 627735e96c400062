// Plans the read of the conversion that a path names, or of the claim of its order id, together with the caller.
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { orderIdParameter } from '#lib/money/conversions/schema/address.ts';

interface WithPath {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

const conversionId = idSchema('conversion');

/** Plans no read for a malformed id, because validation rejects the request later. */
export function prefetchConversion({ pathParameters = {} }: WithPath, brandId: string) {
  const id = conversionId.safeParse(pathParameters.id).data;
  const { data } = orderIdParameter.safeParse({ orderId: pathParameters.orderId });
  return planReads({
    conversion: id === undefined ? undefined : keys.item(brandId, 'conversion', id),
    order: data && keys.order(brandId, data.orderId),
  });
}
