// Plans the read of the claim of an order id before the body is validated.

import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { refundOfOrderInput } from '#lib/money/conversions/schema/refund.ts';

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchOrder(request: RawBody, brandId: string) {
  const body = parseRawBody(refundOfOrderInput, request);
  return planReads({ order: body && keys.order(brandId, body.orderId) });
}
