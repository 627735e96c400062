// Reads whose click a server reports: the creator of a tracking code, or the link of a slug.
import type { Brand } from '#lib/access/brands/schema.ts';
import { storedSlug } from '#lib/clicks/links/schema/stored.ts';
import { parseSubIds, type SubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';
import {
  type AffiliateStatus,
  storedAffiliate,
  storedTrackingTarget,
} from '#lib/program/affiliates/schema/affiliate.ts';

interface ReportedTarget {
  readonly affiliateId: string;
  readonly trackingCode: string;
  readonly status: AffiliateStatus;
  /** Links alone have these three. */
  readonly linkId?: string;
  readonly subIds?: SubIds;
  readonly campaign?: Item | undefined;
}

/** Needs one round trip, because the slug has neither the status nor the tracking code of the creator. */
async function readLinkTarget(brandId: string, item: Item): Promise<ReportedTarget> {
  const { affiliateId, linkId, campaignId, subIds = '' } = storedSlug.parse(item);
  const [creator, campaign] = await getItems([
    keys.item(brandId, 'affiliate', affiliateId),
    ...(campaignId === undefined ? [] : [keys.item(brandId, 'campaign', campaignId)]),
  ]);
  const { trackingCode, status } = storedAffiliate.parse(creator);
  return { affiliateId, trackingCode, status, linkId, ...parseSubIds(`|${subIds}`), campaign };
}

/** Throws a 404 for an unknown code, and for the slug of a deleted link. */
export async function readReportedTarget(
  item: Item | undefined,
  brand: Brand,
  at: Date,
): Promise<ReportedTarget> {
  if (item?.brandId !== brand.id || isReleased(item, at)) throw notFound('trackingCode');
  if (item.linkId === undefined) return storedTrackingTarget.parse(item);
  if (item.releasableAt !== undefined) throw notFound('trackingCode');
  return readLinkTarget(brand.id, item);
}
