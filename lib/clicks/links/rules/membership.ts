// Plans the read that tells whether the creator of a new link is a member of its campaign.
import { linkInput } from '#lib/clicks/links/schema/endpoints.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchMembership(request: RawBody, brandId: string) {
  const { affiliateId, campaignId } = parseRawBody(linkInput, request) ?? {};
  const isInCampaign = affiliateId !== undefined && campaignId !== undefined;
  return planReads({
    membership: isInCampaign ? keys.member(brandId, campaignId, affiliateId) : undefined,
  });
}
