// Finds the creators and campaigns that the references of an order name (discount codes, click, tracking code).
import { parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { maxClicksPerVisit, overflowKeyPrefix } from '#lib/clicks/tracking/writes/visits.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { queryByPrefix } from '#lib/foundation/table/query-pages.ts';
import { hasBegun, ranking } from '#lib/money/conversions/rules/attribution.ts';
import { clickIdIn } from '#lib/money/conversions/rules/click-ids.ts';
import { codesOf } from '#lib/money/conversions/rules/discount-codes.ts';
import {
  noTarget,
  type OrderReferences,
  type ReferencedItems,
  type ReferenceTarget,
} from '#lib/money/conversions/rules/references.ts';
import { codeOfBrand } from '#lib/program/affiliates/rules/code-places.ts';
import { storedCodeOwner } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedCodeClaim } from '#lib/program/discounts/schema/discount.ts';
import { readFormerOwner, readPastCode } from './past.ts';

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

/** Older orders belong to the creator who had the code before its present owner. */
async function resolveTrackingCode(
  brandId: string,
  reference: string,
  item: Item | undefined,
  { orderedAt, hasLostCodes }: { readonly orderedAt: Date; readonly hasLostCodes: boolean },
): Promise<ReferenceTarget> {
  const target = { source: 'trackingCode', reference, ...noTarget } as const;
  const code = item && storedCodeOwner.parse(item);
  const isOfPresentOwner = code !== undefined && hasBegun(code.from, orderedAt);
  const mayHaveFormer = hasLostCodes && !isOfPresentOwner;
  const former = mayHaveFormer ? await readFormerOwner(brandId, reference, orderedAt) : undefined;
  if (former !== undefined) return { ...target, affiliateId: former };
  return {
    ...target,
    affiliateId: code?.affiliateId,
    campaignId: code?.campaignId ?? null,
    linkId: code?.linkId,
  };
}

export async function resolveTargets(
  brandId: string,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
): Promise<readonly ReferenceTarget[]> {
  const { clickId, trackingCode } = order;
  const codeItems = [referenced.ownTrackingCode, referenced.trackingCode] as const;
  const { hasLostCodes = true } = referenced.shared ?? {};
  const targets = await Promise.all([
    ...[...codesOf(order)].map(([code, reference]) =>
      resolveDiscountCode(brandId, reference, referenced.discountCodes.get(code), orderedAt),
    ),
    clickId === undefined ? [] : resolveClick(brandId, clickId, referenced.visit),
    trackingCode === undefined
      ? []
      : resolveTrackingCode(brandId, trackingCode, codeOfBrand(brandId, codeItems), {
          orderedAt,
          hasLostCodes,
        }),
  ]);
  return targets.flat().toSorted((one, other) => ranking.indexOf(one.source) - ranking.indexOf(other.source));
}
