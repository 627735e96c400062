// Plans which items to read for the codes and the click of an order, and builds attribution candidates from these items.

import type { Brand } from '#lib/access/brands/schema.ts';
import type { OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { type Item, type ItemBatch, itemWithKey, type Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import type { CampaignReason, CandidateSource } from '#lib/money/conversions/schema/receipt.ts';
import { linkCodeOf, trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { appliesTo } from '#lib/program/campaigns/rules/running.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { discountCodePattern, normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import type { BindingPeriod, Candidate } from './attribution.ts';
import { clickIdIn } from './click-ids.ts';

export type OrderReferences = Pick<
  ConversionInput,
  'orderId' | 'discountCode' | 'clickId' | 'trackingCode' | 'customerId' | 'customerEmail'
>;

const clickIds = idSchema('click');

/** Skips malformed references, because no item can have such a code or id. */
export function planReferencedItems(brandId: string, order: OrderReferences) {
  const [discountCode = '', trackingCode = ''] = [order.discountCode, order.trackingCode].map((text) =>
    normalizeReference(text),
  );
  const clickId = clickIdIn(order.clickId);
  return planReads({
    order: keys.order(brandId, order.orderId),
    discountCode: discountCodePattern.test(discountCode)
      ? keys.discountCode(brandId, normalizeDiscountCode(discountCode))
      : undefined,
    visit: clickIds.safeParse(clickId).success ? visitKey(brandId, clickId) : undefined,
    trackingCode: trackingCodePattern.test(trackingCode)
      ? keys.trackingCode(linkCodeOf(brandId, trackingCode))
      : undefined,
  });
}

export type ReferencedItems = ReturnType<ReturnType<typeof planReferencedItems>['parse']>;

export interface ReferenceTarget {
  readonly source: CandidateSource;
  readonly reference: string;
  readonly affiliateId: string | undefined;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  readonly click: {
    readonly at: number;
    readonly filtered: OwnReason | null;
    readonly idleCampaignId?: string | undefined;
  } | null;
  readonly binding?: BindingPeriod;
}

export const stringAttribute = (item: Item | undefined, name: string): string | undefined =>
  typeof item?.[name] === 'string' ? item[name] : undefined;

export const noTarget = { affiliateId: undefined, campaignId: null, discountId: null, click: null };

/** Only members earn with a campaign, because a tracking link can name any campaign. */
const membershipKey = (brandId: string, { affiliateId, campaignId }: ReferenceTarget): Key | undefined =>
  affiliateId !== undefined && campaignId !== null
    ? keys.member(brandId, campaignId, affiliateId)
    : undefined;

const keyOf = (
  brandId: string,
  collection: 'affiliate' | 'campaign' | 'discount',
  id: string | null | undefined,
) => (id === null || id === undefined ? undefined : keys.item(brandId, collection, id));

export const entityKeys = (brandId: string, target: ReferenceTarget): readonly Key[] =>
  [
    keyOf(brandId, 'affiliate', target.affiliateId),
    keyOf(brandId, 'campaign', target.campaignId),
    keyOf(brandId, 'discount', target.discountId),
    membershipKey(brandId, target),
  ].filter((key) => key !== undefined);

type CampaignResult = Pick<Candidate, 'campaign' | 'campaignReason'>;

const withoutCampaign = (campaignReason: CampaignReason | null): CampaignResult => ({
  campaign: undefined,
  campaignReason,
});

/** A code without a discount item was deleted, so it has no grace period. */
function referenceTime(
  { click, binding }: ReferenceTarget,
  discount: Item | undefined,
  orderedAt: Date,
): Date {
  const createdAt = stringAttribute(discount, 'createdAt');
  if (click !== null) return new Date(click.at);
  if (binding !== undefined) return new Date(binding.boundAt);
  return createdAt === undefined ? orderedAt : new Date(createdAt);
}

function campaignOf(
  { id: brandId, timezone }: Brand,
  target: ReferenceTarget,
  entities: ItemBatch,
  orderedAt: Date,
): CampaignResult {
  if (target.click?.idleCampaignId !== undefined) return withoutCampaign('campaignNotRunning');
  if (target.campaignId === null) return withoutCampaign(null);
  const item = itemWithKey(entities, keyOf(brandId, 'campaign', target.campaignId));
  const discount = itemWithKey(entities, keyOf(brandId, 'discount', target.discountId));
  const campaign = item === undefined ? undefined : storedCampaign.parse(item);
  const times = { orderedAt, referenceAt: referenceTime(target, discount, orderedAt) };
  if (campaign === undefined || !appliesTo(campaign, timezone, times)) {
    return withoutCampaign('campaignNotRunning');
  }
  const isMember = itemWithKey(entities, membershipKey(brandId, target)) !== undefined;
  return isMember ? { campaign, campaignReason: null } : withoutCampaign('notCampaignMember');
}

export function candidateOf(
  brand: Brand,
  target: ReferenceTarget,
  entities: ItemBatch,
  orderedAt: Date,
): Candidate {
  const { source, reference, discountId, click } = target;
  const creator = itemWithKey(entities, keyOf(brand.id, 'affiliate', target.affiliateId));
  const discount = itemWithKey(entities, keyOf(brand.id, 'discount', discountId));
  const { campaign, campaignReason } = campaignOf(brand, target, entities, orderedAt);
  const exists = creator !== undefined && (discountId === null || discount !== undefined);
  return {
    source,
    reference,
    affiliate: exists ? storedAffiliate.parse(creator) : undefined,
    campaign,
    campaignReason,
    discountId: discount === undefined ? null : discountId,
    binding: target.binding,
    click: click && {
      ...click,
      windowDays: campaign?.attributionWindowDays ?? brand.attributionWindowDays,
    },
  };
}
