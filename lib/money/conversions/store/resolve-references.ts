// Resolves the references of an order (discount code, click, tracking code) to creators and campaigns.
import type { Brand } from '#lib/access/brands/schema.ts';
import { parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { maxClicksPerVisit, overflowKeyPrefix } from '#lib/clicks/tracking/writes/visits.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type Item, type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { queryByPrefix } from '#lib/foundation/table/query-pages.ts';
import { type Candidate, hasBegun, ranking } from '#lib/money/conversions/rules/attribution.ts';
import { clickIdIn } from '#lib/money/conversions/rules/click-ids.ts';
import {
  candidateOf,
  entityKeys,
  noTarget,
  type OrderReferences,
  type ReferencedItems,
  type ReferenceTarget,
  stringAttribute,
} from '#lib/money/conversions/rules/references.ts';
import { storedCodeClaim } from '#lib/program/discounts/schema/discount.ts';
import { readPastCode, wasMember } from './past.ts';

/** The item under the code says whose it is now. Older orders belong to the creator of a deleted discount with the same code. */
async function resolveDiscountCode(
  brandId: string,
  reference: string,
  item: Item | undefined,
  orderedAt: Date,
): Promise<ReferenceTarget> {
  const target = { source: 'discountCode', reference, ...noTarget } as const;
  const claim = item && storedCodeClaim.parse(item);
  const isOfPresentOwner = claim !== undefined && Date.parse(claim.from) <= orderedAt.getTime();
  const past = isOfPresentOwner ? undefined : await readPastCode(brandId, reference, orderedAt);
  if (past !== undefined) {
    const { affiliateId, campaignId, from, to } = past;
    return { ...target, affiliateId, campaignId, validFrom: from, validTo: to };
  }
  if (claim === undefined || !hasBegun(claim.from, orderedAt)) return target;
  const { affiliateId, campaignId, discountId, from } = claim;
  return { ...target, affiliateId, campaignId, discountId, validFrom: from };
}

const clickIn = (item: Item | undefined, clickId: string) =>
  item && storedVisit.parse(item).entries.find(({ at }) => at === parseClickId(clickId).at);

/**
 * A click that does not fit into its full visit is stored in an overflow item. A query by prefix finds this item, because the
 * start of its key can be derived from the click id.
 */
async function readOverflowClick(brandId: string, clickId: string, visit: Item) {
  if (storedVisit.parse(visit).entries.length < maxClicksPerVisit) return undefined;
  const [overflow] = await queryByPrefix(overflowKeyPrefix(brandId, clickId));
  return clickIn(overflow, clickId);
}

async function resolveClick(
  brandId: string,
  reference: string,
  visit: Item | undefined,
): Promise<ReferenceTarget> {
  const unknown = { source: 'click', reference, ...noTarget } as const;
  if (visit === undefined) return unknown;
  const clickId = clickIdIn(reference);
  const click = clickIn(visit, clickId) ?? (await readOverflowClick(brandId, clickId, visit));
  if (click === undefined) return unknown;
  const { affiliateId } = storedVisit.parse(visit);
  return { ...unknown, affiliateId, campaignId: click.campaignId, click };
}

/** Tracking codes are unique across all brands. A code of another brand is treated as unknown. */
const resolveTrackingCode = (
  brandId: string,
  reference: string,
  code: Item | undefined,
): ReferenceTarget => ({
  source: 'trackingCode',
  reference,
  ...noTarget,
  affiliateId: code?.brandId === brandId ? stringAttribute(code, 'affiliateId') : undefined,
});

async function resolveTargets(
  brandId: string,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
): Promise<readonly ReferenceTarget[]> {
  const { discountCode, clickId, trackingCode } = order;
  const targets = await Promise.all([
    discountCode === undefined
      ? []
      : resolveDiscountCode(brandId, discountCode, referenced.discountCode, orderedAt),
    clickId === undefined ? [] : resolveClick(brandId, clickId, referenced.visit),
    trackingCode === undefined ? [] : resolveTrackingCode(brandId, trackingCode, referenced.trackingCode),
  ]);
  return targets.flat().toSorted((one, other) => ranking.indexOf(one.source) - ranking.indexOf(other.source));
}

export interface ResolvedReferences {
  readonly candidates: readonly Candidate[];
  readonly entities: ItemBatch;
}

/** Whether a discount was deleted after its code was read. */
const isDeleted = (brandId: string, { discountId }: ReferenceTarget, entities: ItemBatch): boolean =>
  discountId !== null && itemWithKey(entities, keys.item(brandId, 'discount', discountId)) === undefined;

/**
 * Needs one round trip; another one for a click in an overflow item, or an order from before the present owner of the code; and
 * another one for a creator who was no member of the campaign at the time of the order, or is none any more.
 */
export async function resolveReferences(
  brand: Brand,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
): Promise<ResolvedReferences> {
  const targets = await resolveTargets(brand.id, order, referenced, orderedAt);
  const [entities, formerMemberships] = await Promise.all([
    getItems(targets.flatMap((target) => entityKeys(brand.id, target))),
    // A creator whose code was deleted may have left the campaign as well.
    Promise.all(targets.map((target) => target.validTo !== null && wasMember(brand.id, target, orderedAt))),
  ]);
  if (targets.some((target) => isDeleted(brand.id, target, entities)))
    return resolveReferences(brand, order, { ...referenced, discountCode: undefined }, orderedAt);
  const candidates = targets.map(async (target, index) => {
    const isFormer = formerMemberships[index] ?? false;
    const candidate = candidateOf(brand, target, entities, { orderedAt, wasMember: isFormer });
    const isUndecided = candidate.campaignReason === 'notCampaignMember' && target.validTo === null;
    if (!isUndecided || !(await wasMember(brand.id, target, orderedAt))) return candidate;
    return candidateOf(brand, target, entities, { orderedAt, wasMember: true });
  });
  return { candidates: await Promise.all(candidates), entities };
}
