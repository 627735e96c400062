// Plans which items to read for the codes and the click of an order, and builds attribution candidates from these items.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import type { SubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { type PastValue, valueAt } from '#lib/foundation/shared/past-values.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import { type ItemBatch, itemWithKey, type Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import type { CandidateSource } from '#lib/money/conversions/schema/receipt.ts';
import { brandCodeKey, sharedCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import { trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { codeObstacleOf } from '#lib/program/discounts/rules/validity.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';
import type { BindingPeriod, Candidate } from './attribution.ts';
import { campaignOf, membershipKey, type OrderMembership } from './campaign-of-order.ts';
import { clickIdIn } from './click-ids.ts';
import { withCodes } from './discount-codes.ts';

export type OrderReferences = Pick<
  ConversionInput,
  | 'orderId'
  | 'discountCode'
  | 'discountCodes'
  | 'clickId'
  | 'trackingCode'
  | 'customerId'
  | 'customerEmail'
  | 'settledElsewhere'
> & {
  /** The discount code of a recorded order, which needs no further use of the code. */
  readonly usedDiscountId?: string;
  /** The hash of the address of a recorded order, whose address is not stored. */
  readonly customerEmailHash?: string;
};

const clickIds = idSchema('click');

/** Skips malformed references, because no item can have such a code or id. */
export function planReferencedItems(brandId: string, order: OrderReferences) {
  const trackingCode = normalizeReference(order.trackingCode);
  const isCode = trackingCodePattern.test(trackingCode);
  const clickId = clickIdIn(order.clickId);
  const others = planReads({
    order: keys.order(brandId, order.orderId),
    visit: clickIds.safeParse(clickId).success ? visitKey(brandId, clickId) : undefined,
    ownTrackingCode: isCode ? brandCodeKey(brandId, trackingCode) : undefined,
    trackingCode: isCode ? sharedCodeKey(brandId, trackingCode) : undefined,
  });
  return withCodes(others, brandId, order);
}

/** Items that were read together for many orders, so that an order need not read them again. */
interface SharedItems {
  readonly entities: ItemBatch;
  /** Whether a banned creator of the brand has lost a tracking code. */
  readonly hasLostCodes: boolean;
}

export type ReferencedItems = ReturnType<ReturnType<typeof planReferencedItems>['parse']> & {
  readonly shared?: SharedItems;
};

export interface ReferenceTarget {
  readonly source: CandidateSource;
  readonly reference: string;
  readonly affiliateId: string | undefined;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly click: {
    readonly at: number;
    readonly filtered: OwnReason | null;
    readonly subIds?: SubIds | undefined;
    readonly isPaid?: boolean | undefined;
    readonly linkId?: string | undefined;
    readonly idleCampaignId?: string | undefined;
  } | null;
  /** The link whose slug the order names. */
  readonly linkId?: string | undefined;
  readonly binding?: BindingPeriod;
}

export const noTarget = {
  affiliateId: undefined,
  campaignId: null,
  discountId: null,
  click: null,
  validFrom: null,
  validTo: null,
};

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

interface WithWindow<Days> {
  readonly attributionWindowDays: Days;
  readonly pastWindows: readonly PastValue<Days>[];
}

const windowAt = <Days>({ attributionWindowDays, pastWindows }: WithWindow<Days>, at: Date): Days =>
  valueAt(pastWindows, attributionWindowDays, at).value;

export function candidateOf(
  brand: Brand,
  target: ReferenceTarget,
  entities: ItemBatch,
  membership: OrderMembership,
): Candidate {
  const { source, reference, discountId, click, validFrom, validTo } = target;
  const creator = itemWithKey(entities, keyOf(brand.id, 'affiliate', target.affiliateId));
  const discount = itemWithKey(entities, keyOf(brand.id, 'discount', discountId));
  const { campaign, campaignReason } = campaignOf(brand, target, entities, membership);
  const exists = creator !== undefined && (discountId === null || discount !== undefined);
  return {
    source,
    reference,
    affiliate: exists ? storedAffiliate.parse(creator) : undefined,
    campaign,
    campaignReason,
    discountId: discount === undefined ? null : discountId,
    validFrom,
    validTo,
    codeObstacle:
      discount === undefined ? null : codeObstacleOf(storedDiscount.parse(discount), membership.orderedAt),
    binding: target.binding,
    linkId: target.linkId ?? click?.linkId,
    click: click && {
      ...click,
      windowDays:
        (campaign && windowAt(campaign, membership.orderedAt)) ?? windowAt(brand, membership.orderedAt),
    },
  };
}
