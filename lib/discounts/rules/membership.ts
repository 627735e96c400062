// Plans the read that tells whether the creator of a new discount code is a member of its campaign.
import { discountInput } from '#lib/discounts/schema/endpoints.ts';
import { parseRawBody, type RawBody } from '#lib/shared/raw-body.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { planReads } from '#lib/table/keys/read-plan.ts';

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchMembership(request: RawBody, brandId: string) {
  const { affiliateId, campaignId } = parseRawBody(discountInput, request) ?? {};
  const isInCampaign = affiliateId !== undefined && campaignId !== undefined;
  return planReads({
    membership: isInCampaign ? keys.member(brandId, campaignId, affiliateId) : undefined,
  });
}
