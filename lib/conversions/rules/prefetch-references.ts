// Plans the reads of an order before its body is validated.
import { conversionInput } from '#lib/conversions/schema/order.ts';
import { parseRawBody, type RawBody } from '#lib/shared/raw-body.ts';
import { planReads } from '#lib/table/keys/read-plan.ts';
import { planReferencedItems } from './references.ts';

const noReads = planReads({
  order: undefined,
  discountCode: undefined,
  visit: undefined,
  trackingCode: undefined,
});

/** Plans no reads for an invalid body, because validation rejects the request later. */
export function prefetchReferencedItems(request: RawBody, brandId: string) {
  const order = parseRawBody(conversionInput, request);
  return order === undefined ? noReads : planReferencedItems(brandId, order);
}
