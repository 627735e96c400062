// Decides whether the campaign of a code or a click earns with an order (docs/decisions/0050).
import type { Brand } from '#lib/access/brands/schema.ts';
import { type ItemBatch, itemWithKey, type Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { CampaignReason } from '#lib/money/conversions/schema/receipt.ts';
import { appliesTo } from '#lib/program/campaigns/rules/running.ts';
import { member, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { type Candidate, hasBegun } from './attribution.ts';

/** The part of the target of a reference that decides about its campaign. */
interface Target {
  readonly affiliateId: string | undefined;
  readonly campaignId: string | null;
  readonly validFrom: string | null;
  readonly click: { readonly at: number; readonly idleCampaignId?: string | undefined } | null;
  readonly binding?: { readonly boundAt: string } | undefined;
}

export interface OrderMembership {
  readonly orderedAt: Date;
  /** The creator was a member at that time, and has left the campaign since. */
  readonly wasMember: boolean;
}

type CampaignResult = Pick<Candidate, 'campaign' | 'campaignReason'>;

const withoutCampaign = (campaignReason: CampaignReason | null): CampaignResult => ({
  campaign: undefined,
  campaignReason,
});

/** Only members earn with a campaign, because a tracking link can name any campaign. */
export const membershipKey = (brandId: string, { affiliateId, campaignId }: Target): Key | undefined =>
  affiliateId !== undefined && campaignId !== null
    ? keys.member(brandId, campaignId, affiliateId)
    : undefined;

const referenceTime = ({ click, validFrom, binding }: Target, orderedAt: Date): Date =>
  click === null ? new Date(validFrom ?? binding?.boundAt ?? orderedAt) : new Date(click.at);

function hasJoined(brandId: string, target: Target, entities: ItemBatch, orderedAt: Date): boolean {
  const membership = itemWithKey(entities, membershipKey(brandId, target));
  return membership !== undefined && hasBegun(member.parse(membership).joinedAt, orderedAt);
}

export function campaignOf(
  { id: brandId, timezone }: Brand,
  target: Target,
  entities: ItemBatch,
  { orderedAt, wasMember }: OrderMembership,
): CampaignResult {
  if (target.click?.idleCampaignId !== undefined) return withoutCampaign('campaignNotRunning');
  if (target.campaignId === null) return withoutCampaign(null);
  const item = itemWithKey(entities, keys.item(brandId, 'campaign', target.campaignId));
  const campaign = item === undefined ? undefined : storedCampaign.parse(item);
  const times = { orderedAt, referenceAt: referenceTime(target, orderedAt) };
  if (campaign === undefined || !appliesTo(campaign, timezone, times)) {
    return withoutCampaign('campaignNotRunning');
  }
  const isMember = wasMember || hasJoined(brandId, target, entities, orderedAt);
  return isMember ? { campaign, campaignReason: null } : withoutCampaign('notCampaignMember');
}
