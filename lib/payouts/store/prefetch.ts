// Reads the payout of a path together with the caller, so that the next read knows whether it is final.
import { payoutIdOrCsv } from '#lib/payouts/schema/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { missing } from '#lib/shared/ids.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import { payoutKey } from './payouts.ts';

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Reads nothing for a malformed id, because validation refuses it later. */
export function prefetchPayout(
  { pathParameters = {} }: RawRequest,
  brandId: string,
): ReadPlan<Payout | undefined> {
  const named = payoutIdOrCsv.safeParse(pathParameters.id).data;
  return {
    keys: named === undefined ? [] : [payoutKey(brandId, named.id)],
    parse: ([item]) => (item === undefined ? undefined : storedPayout.parse(item)),
  };
}

/** The payout, or a 404. */
export function requirePayout(payout: Payout | undefined): Payout {
  if (payout === undefined) throw missing('payout');
  return payout;
}
