// Plans the reads of an order before its body is validated.

import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { conversionInput } from '#lib/money/conversions/schema/order.ts';
import { withCodes } from './discount-codes.ts';
import { planReferencedItems } from './references.ts';

const noReads = withCodes(
  planReads({ order: undefined, visit: undefined, ownTrackingCode: undefined, trackingCode: undefined }),
  '',
  {},
);

/** Plans no reads for an invalid body, because validation rejects the request later. */
export function prefetchReferencedItems(request: RawBody, brandId: string) {
  const order = parseRawBody(conversionInput, request);
  return order === undefined ? noReads : planReferencedItems(brandId, order);
}
