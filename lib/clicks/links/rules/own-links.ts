// Decides which links creators may create and change themselves.
import type { Brand } from '#lib/access/brands/schema.ts';
import { type OwnLinkInput, ownLinkInput } from '#lib/clicks/links/schema/own.ts';
import { forbidden, unknownReference } from '#lib/foundation/shared/errors.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { isRunning } from '#lib/program/campaigns/rules/running.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { creatorNotActive } from './creator-not-active.ts';

interface Creator {
  readonly affiliate: Pick<Affiliate, 'status'>;
  readonly brand: Brand;
}

/** The links of the brand are those of the creator, so the setting protects them from changes, too. */
export function checkMayChange({ affiliate: { status }, brand: { portal } }: Creator): void {
  if (status !== 'active') throw creatorNotActive(status);
  if (!portal.creatorLinks)
    throw forbidden('creator_links_off', 'Only the brand changes links: ask it for a link');
}

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchOwnCampaign(request: RawBody, brandId: string, _now: Date, affiliateId?: string) {
  const { campaignId } = parseRawBody(ownLinkInput, request) ?? {};
  if (campaignId === undefined || affiliateId === undefined)
    return planReads({ campaign: undefined, membership: undefined });
  return planReads({
    campaign: keys.item(brandId, 'campaign', campaignId),
    membership: keys.member(brandId, campaignId, affiliateId),
  });
}

type Prefetched = Readonly<Record<'campaign' | 'membership', Item | undefined>>;

/** A creator is not told that a campaign exists which is not one of the own ones. */
export function checkCampaign(
  { campaignId }: OwnLinkInput,
  { campaign, membership }: Prefetched,
  { timezone }: Brand,
  now: Date,
): void {
  if (campaignId === undefined) return;
  const runs = campaign !== undefined && isRunning(storedCampaign.parse(campaign), timezone, now);
  if (!runs || membership === undefined) throw unknownReference('campaignId', 'campaign');
}
