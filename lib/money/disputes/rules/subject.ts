// Finds the order of a disputed commission, so that people read its number.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';

const named = z.object({ commissionId: idSchema('commission').optional() });

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchDisputed(request: RawBody, brandId: string) {
  const { commissionId: id } = parseRawBody(named, request) ?? {};
  return planReads({ commission: id === undefined ? undefined : keys.item(brandId, 'commission', id) });
}

/** A creator must not learn the order of a commission of somebody else. */
export function withOrder<Input extends { readonly affiliateId: string }>(
  input: Input,
  commission: Item | undefined,
): Input {
  const isOwn = commission?.affiliateId === input.affiliateId;
  return isOwn && typeof commission.orderId === 'string' ? { ...input, orderId: commission.orderId } : input;
}
