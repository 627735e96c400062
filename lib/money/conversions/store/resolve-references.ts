// Resolves the references of an order (discount code, click, tracking code) to creators and campaigns.
import type { Brand } from '#lib/access/brands/schema.ts';
import { parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { maxClicksPerVisit, overflowKeyPrefix } from '#lib/clicks/tracking/writes/visits.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type Item, type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { queryByPrefix } from '#lib/foundation/table/query-pages.ts';
import { attribute, type Candidate, hasBegun, ranking } from '#lib/money/conversions/rules/attribution.ts';
import { clickIdIn } from '#lib/money/conversions/rules/click-ids.ts';
import { codesOf } from '#lib/money/conversions/rules/discount-codes.ts';
import {
  entityKeys,
  noTarget,
  type OrderReferences,
  type ReferencedItems,
  type ReferenceTarget,
  stringAttribute,
} from '#lib/money/conversions/rules/references.ts';
import { type Bindings, bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { customerKeysOf } from '#lib/money/customers/rules/customer-keys.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import { storedCodeClaim } from '#lib/program/discounts/schema/discount.ts';
import { candidatesAt } from './candidates.ts';
import { readPastCode, wasMember } from './past.ts';
import { nobody, resolveBinding } from './resolve-binding.ts';
import { readBrandTerms, withTerms } from './terms-of-order.ts';

/** The item under the code says whose it is now. Older orders belong to the creator of a deleted discount with the same code. */
async function resolveDiscountCode(
  brandId: string,
  reference: string,
  item: Item | undefined,
  orderedAt: Date,
): Promise<ReferenceTarget> {
  const target = { source: 'discountCode', reference, ...noTarget } as const;
  const claim = item && storedCodeClaim.parse(item);
  const isNewer = claim !== undefined && Date.parse(claim.from) <= orderedAt.getTime();
  const past = isNewer ? undefined : await readPastCode(brandId, reference, orderedAt);
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
  const { clickId, trackingCode } = order;
  const targets = await Promise.all([
    ...[...codesOf(order)].map(([code, reference]) =>
      resolveDiscountCode(brandId, reference, referenced.discountCodes.get(code), orderedAt),
    ),
    clickId === undefined ? [] : resolveClick(brandId, clickId, referenced.visit),
    trackingCode === undefined ? [] : resolveTrackingCode(brandId, trackingCode, referenced.trackingCode),
  ]);
  return targets.flat().toSorted((one, other) => ranking.indexOf(one.source) - ranking.indexOf(other.source));
}

export interface ResolvedReferences {
  readonly candidates: readonly Candidate[];
  readonly entities: ItemBatch;
  readonly bindings: Bindings;
}

/** Whether a discount was deleted after its code was read. */
const isDeleted = (brandId: string, { discountId }: ReferenceTarget, entities: ItemBatch): boolean =>
  discountId !== null && itemWithKey(entities, keys.item(brandId, 'discount', discountId)) === undefined;

/**
 * Needs one round trip, and another one for each of: a click in an overflow item, or an order from before the present owner of the
 * code; a creator who was no member of the campaign at the time of the order, or is none any more; the creator of the customer, who
 * is read only if no reference of the order wins; the terms of the creator or the campaign.
 */
export async function resolveReferences(
  brand: Brand,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
): Promise<ResolvedReferences> {
  const targets = await resolveTargets(brand.id, order, referenced, orderedAt);
  const customer = customerKeysOf(brand, order);
  const customerKeys = [customer.customer, customer.email].filter((key) => key !== undefined);
  const [entities, formerMemberships, ofBrand] = await Promise.all([
    getItems([...targets.flatMap((target) => entityKeys(brand.id, target)), ...customerKeys]),
    // A creator whose code was deleted may have left the campaign as well.
    Promise.all(targets.map((target) => target.validTo !== null && wasMember(brand.id, target, orderedAt))),
    targets.length + customerKeys.length === 0 ? [] : readBrandTerms(brand, orderedAt),
  ]);
  const deleted = targets.filter((target) => isDeleted(brand.id, target, entities));
  if (deleted.length > 0) {
    const discountCodes = new Map(referenced.discountCodes);
    for (const { reference } of deleted) discountCodes.delete(normalizeDiscountCode(reference));
    return resolveReferences(brand, order, { ...referenced, discountCodes }, orderedAt);
  }
  const bindings = bindingsIn(entities, customer);
  const referring = await candidatesAt(brand, targets, entities, orderedAt, formerMemberships);
  const isDecided = attribute(referring, orderedAt).winner !== undefined;
  const bound = isDecided ? nobody : await resolveBinding(brand, order, bindings, orderedAt);
  const candidates = [...referring, ...bound.candidates];
  return {
    candidates: await withTerms(brand.id, candidates, ofBrand, orderedAt),
    entities: [...entities, ...bound.entities],
    bindings,
  };
}
