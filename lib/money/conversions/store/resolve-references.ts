// Resolves the references of an order (discount code, click, tracking code) to creators and campaigns.
import type { Brand } from '#lib/access/brands/schema.ts';
import { parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { maxClicksPerVisit, overflowKeyPrefix } from '#lib/clicks/tracking/writes/visits.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item, ItemBatch } from '#lib/foundation/table/keys/item.ts';
import { queryByPrefix } from '#lib/foundation/table/query-pages.ts';
import { type Candidate, ranking } from '#lib/money/conversions/rules/attribution.ts';
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
import { readBrandTerms, withTerms } from './terms-of-order.ts';

const resolveDiscountCode = (reference: string, code: Item | undefined): ReferenceTarget => ({
  source: 'discountCode',
  reference,
  affiliateId: stringAttribute(code, 'affiliateId'),
  campaignId: stringAttribute(code, 'campaignId') ?? null,
  discountId: stringAttribute(code, 'discountId') ?? null,
  click: null,
});

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
): Promise<readonly ReferenceTarget[]> {
  const { discountCode, clickId, trackingCode } = order;
  const targets = await Promise.all([
    discountCode === undefined ? [] : resolveDiscountCode(discountCode, referenced.discountCode),
    clickId === undefined ? [] : resolveClick(brandId, clickId, referenced.visit),
    trackingCode === undefined ? [] : resolveTrackingCode(brandId, trackingCode, referenced.trackingCode),
  ]);
  return targets.flat().toSorted((one, other) => ranking.indexOf(one.source) - ranking.indexOf(other.source));
}

export interface ResolvedReferences {
  readonly candidates: readonly Candidate[];
  readonly entities: ItemBatch;
}

/** Needs one round trip, and another one each if the click is in an overflow item, and if the creator or the campaign has terms. */
export async function resolveReferences(
  brand: Brand,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
): Promise<ResolvedReferences> {
  const targets = await resolveTargets(brand.id, order, referenced);
  const [entities, ofBrand] = await Promise.all([
    getItems(targets.flatMap((target) => entityKeys(brand.id, target))),
    targets.length === 0 ? [] : readBrandTerms(brand, orderedAt),
  ]);
  const candidates = targets.map((target) => candidateOf(brand, target, entities, orderedAt));
  return { candidates: await withTerms(brand.id, candidates, ofBrand, orderedAt), entities };
}
