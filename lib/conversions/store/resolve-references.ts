// Resolves the references of an order (discount code, click, tracking code) to creators and campaigns.
import type { Brand } from '#lib/brands/schema.ts';
import { type Candidate, ranking } from '#lib/conversions/rules/attribution.ts';
import {
  candidateOf,
  entityKeys,
  type Link,
  type NamedItems,
  noLink,
  type OrderReferences,
  text,
} from '#lib/conversions/rules/references.ts';
import { getItem, getItems } from '#lib/table/client.ts';
import type { Item, ItemBatch } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { queryByPrefix } from '#lib/table/query-pages.ts';
import { partsOf } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { maxClicksOfVisit, overflowKeyPrefix } from '#lib/tracking/writes/visits.ts';

/** Codes of an earlier release do not contain their creator, so their discount is read first. */
async function linkOfDiscountCode(brandId: string, reference: string, code: Item | undefined): Promise<Link> {
  const discountId = text(code, 'discountId') ?? null;
  const isComplete = discountId === null || text(code, 'affiliateId') !== undefined;
  const described = isComplete ? code : await getItem(keys.item(brandId, 'discount', discountId));
  return {
    source: 'discountCode',
    reference,
    affiliateId: text(described, 'affiliateId'),
    campaignId: text(described, 'campaignId') ?? null,
    discountId,
    click: null,
  };
}

const clickIn = (item: Item | undefined, clickId: string) =>
  item && storedVisit.parse(item).entries.find(({ at }) => at === partsOf(clickId).at);

/** A click of a full visit is stored in an overflow item, whose key begins with data from the click's id. */
async function readOverflowClick(brandId: string, clickId: string, visit: Item) {
  if (storedVisit.parse(visit).entries.length < maxClicksOfVisit) return undefined;
  const [overflow] = await queryByPrefix(overflowKeyPrefix(brandId, clickId));
  return clickIn(overflow, clickId);
}

async function linkOfClick(brandId: string, reference: string, visit: Item | undefined): Promise<Link> {
  const link = { source: 'click', reference, ...noLink } as const;
  if (visit === undefined) return link;
  const click = clickIn(visit, reference) ?? (await readOverflowClick(brandId, reference, visit));
  if (click === undefined) return link;
  const { affiliateId } = storedVisit.parse(visit);
  return { ...link, affiliateId, campaignId: click.campaignId, click };
}

/** Tracking codes are unique over all brands, so the code may belong to another brand. */
const linkOfTrackingCode = (brandId: string, reference: string, target: Item | undefined): Link => ({
  source: 'trackingCode',
  reference,
  ...noLink,
  affiliateId: target?.brandId === brandId ? text(target, 'affiliateId') : undefined,
});

async function linksOf(brandId: string, order: OrderReferences, named: NamedItems): Promise<readonly Link[]> {
  const { discountCode, clickId, trackingCode } = order;
  const links = await Promise.all([
    discountCode === undefined ? [] : linkOfDiscountCode(brandId, discountCode, named.discountCode),
    clickId === undefined ? [] : linkOfClick(brandId, clickId, named.visit),
    trackingCode === undefined ? [] : linkOfTrackingCode(brandId, trackingCode, named.trackingCode),
  ]);
  return links.flat().toSorted((one, other) => ranking.indexOf(one.source) - ranking.indexOf(other.source));
}

export interface ResolvedReferences {
  /** By rank: the first candidate without an obstacle wins. */
  readonly candidates: readonly Candidate[];
  /** The creators, campaigns and discount codes behind the candidates, as they were read. */
  readonly entities: ItemBatch;
}

/** Makes one round trip, and one more for a click of a full visit or a code of an earlier release. */
export async function resolveReferences(
  brand: Brand,
  order: OrderReferences,
  named: NamedItems,
): Promise<ResolvedReferences> {
  const links = await linksOf(brand.id, order, named);
  const entities = await getItems(links.flatMap((link) => entityKeys(brand.id, link)));
  return { candidates: links.map((link) => candidateOf(brand, link, entities)), entities };
}
