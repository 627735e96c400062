// Plans the read that tells whether the creator of a new discount code is a member of its campaign.

import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { discountInput } from '#lib/program/discounts/schema/endpoints.ts';

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchMembership(request: RawBody, brandId: string) {
  const { affiliateId, campaignId } = parseRawBody(discountInput, request) ?? {};
  const isInCampaign = affiliateId !== undefined && campaignId !== undefined;
  return planReads({
    membership: isInCampaign ? keys.member(brandId, campaignId, affiliateId) : undefined,
  });
}
