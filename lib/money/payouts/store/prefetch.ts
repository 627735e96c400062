// Prefetches the payout of a request, in the same table call as the caller.

import { notFound } from '#lib/foundation/shared/errors.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { payoutIdOrCsv } from '#lib/money/payouts/schema/endpoints.ts';
import { type Payout, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { payoutKey } from '#lib/money/payouts/writes.ts';

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no read for a malformed id, because validation rejects the request later. */
export function prefetchPayout(
  { pathParameters = {} }: RawRequest,
  brandId: string,
): ReadPlan<Payout | undefined> {
  const id = payoutIdOrCsv.safeParse(pathParameters.id).data?.id;
  return {
    keys: id === undefined ? [] : [payoutKey(brandId, id)],
    parse: ([item]) => (item === undefined ? undefined : storedPayout.parse(item)),
  };
}

export function requirePayout(payout: Payout | undefined): Payout {
  if (payout === undefined) throw notFound('payout');
  return payout;
}
