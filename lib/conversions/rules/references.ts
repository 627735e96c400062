// What an order names, and what that leads to: found in two reads, the first of which needs the order alone.

import { normalizeTrackingCode, trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import type { CandidateSource } from '#lib/conversions/schema/receipt.ts';
import { discountCodePattern, normalizeDiscountCode } from '#lib/discounts/rules.ts';
import { idOf } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { itemWithKeyPrefix } from '#lib/table/keys/item-batch.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import type { OwnReason } from '#lib/tracking/rules/click-kinds.ts';
import { visitKey } from '#lib/tracking/writes/visits.ts';
import { type Candidate, ranking } from './attribution.ts';
import { clickIn, keyBeyondVisit, placeKey } from './clicked.ts';

type Named = Pick<ConversionInput, 'orderId' | 'discountCode' | 'clickId' | 'trackingCode'>;

const clickIds = idOf('click');

const keysOf = (brandId: string, { discountCode = '', clickId = '', trackingCode = '' }: Named) => ({
  discountCode: discountCodePattern.test(discountCode)
    ? keys.discountCode(brandId, normalizeDiscountCode(discountCode))
    : undefined,
  click: clickIds.safeParse(clickId).success ? visitKey(brandId, clickId) : undefined,
  trackingCode: trackingCodePattern.test(trackingCode)
    ? keys.trackingCode(normalizeTrackingCode(trackingCode))
    : undefined,
});

/** The first read: whether the order is known already, and what it names. What can be nothing is not looked for. */
export const keysNamed = (brandId: string, order: Named): readonly Key[] =>
  [keys.order(brandId, order.orderId), ...Object.values(keysOf(brandId, order))].filter(
    (key) => key !== undefined,
  );

/** What one named thing leads to, before that is read. */
interface Lead {
  readonly source: CandidateSource;
  readonly reference: string;
  readonly affiliateId: string | undefined;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  readonly click: { readonly at: number; readonly filtered: OwnReason | null } | null;
}

const textIn = (item: Item | undefined, name: string): string | undefined =>
  typeof item?.[name] === 'string' ? item[name] : undefined;

/** Where the click of an order stands whose visit is full: the key but for its end. Nothing where it is in its visit. */
export const keyBeyond = (brandId: string, order: Named, found: ItemBatch): Key | undefined =>
  keyBeyondVisit(brandId, order.clickId ?? '', itemWithKey(found, keysOf(brandId, order).click));

/** The click in its visit, or beyond it. */
function clickLead(brandId: string, reference: string, order: Named, found: ItemBatch): Omit<Lead, 'source'> {
  const nothing = { reference, affiliateId: undefined, campaignId: null, discountId: null, click: null };
  const beyond = itemWithKeyPrefix(found, keyBeyond(brandId, order, found));
  const clicked = clickIn(itemWithKey(found, keysOf(brandId, order).click), beyond, reference);
  return clicked === undefined ? nothing : { ...nothing, ...clicked };
}

/** A code says itself whose it is; one that was stored before they did says only which discount is. */
function codeLead(
  brandId: string,
  reference: string,
  code: Item | undefined,
  found: ItemBatch,
): Omit<Lead, 'source'> {
  const discountId = textIn(code, 'discountId') ?? null;
  const discount =
    discountId === null ? undefined : itemWithKey(found, keys.item(brandId, 'discount', discountId));
  const says = (name: string) => textIn(code, name) ?? textIn(discount, name);
  const [affiliateId, campaignId = null] = [says('affiliateId'), says('campaignId')];
  return { reference, affiliateId, campaignId, discountId, click: null };
}

/** What the order names, from what counts most, as far as the first read tells. */
function leadsOf(brandId: string, order: Named, found: ItemBatch): readonly Lead[] {
  const { discountCode, clickId, trackingCode } = order;
  const named = keysOf(brandId, order);
  const code = itemWithKey(found, named.discountCode);
  const target = itemWithKey(found, named.trackingCode);
  const leads = {
    discountCode: discountCode !== undefined && codeLead(brandId, discountCode, code, found),
    click: clickId !== undefined && clickLead(brandId, clickId, order, found),
    trackingCode: trackingCode !== undefined && {
      reference: trackingCode,
      // Codes are unique over all brands: another brand's is none here.
      affiliateId: target?.brandId === brandId ? textIn(target, 'affiliateId') : undefined,
      campaignId: null,
      discountId: null,
      click: null,
    },
  };
  return ranking.flatMap((source) => {
    const lead = leads[source];
    return lead === false ? [] : [{ source, ...lead }];
  });
}

/** The second read: the creators, campaigns and codes behind what was found by the first. */
export function keysLedTo(brandId: string, order: Named, found: ItemBatch): readonly Key[] {
  const all = leadsOf(brandId, order, found).flatMap((lead) => {
    const { affiliateId, campaignId, discountId } = lead;
    const place = placeKey(brandId, lead);
    return [
      ...(affiliateId === undefined ? [] : [keys.item(brandId, 'affiliate', affiliateId)]),
      ...(campaignId === null ? [] : [keys.item(brandId, 'campaign', campaignId)]),
      ...(place === undefined ? [] : [place]),
      ...(discountId === null ? [] : [keys.item(brandId, 'discount', discountId)]),
    ];
  });
  return [...new Map(all.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
}

/** A campaign that has begun, of a click one that its creator is in; a draft earns nobody anything. */
function campaignOf(brandId: string, lead: Lead, found: ItemBatch) {
  const { campaignId } = lead;
  const place = placeKey(brandId, lead);
  if (place !== undefined && itemWithKey(found, place) === undefined) return undefined;
  const item = campaignId === null ? undefined : itemWithKey(found, keys.item(brandId, 'campaign', campaignId));
  const campaign = item === undefined ? undefined : storedCampaign.parse(item);
  return campaign?.status === 'draft' ? undefined : campaign;
}

/** What the order names, from what counts most, with all that both reads tell. */
export function candidatesOf(brand: Brand, order: Named, found: ItemBatch): readonly Candidate[] {
  return leadsOf(brand.id, order, found).map((lead) => {
    const { source, reference, affiliateId, discountId, click } = lead;
    const creator =
      affiliateId === undefined ? undefined : itemWithKey(found, keys.item(brand.id, 'affiliate', affiliateId));
    const campaign = campaignOf(brand.id, lead, found);
    const code = discountId === null ? undefined : itemWithKey(found, keys.item(brand.id, 'discount', discountId));
    const windowDays = campaign?.attributionWindowDays ?? brand.attributionWindowDays;
    const isThere = creator !== undefined && (discountId === null || code !== undefined);
    return {
      source,
      reference,
      affiliate: isThere ? storedAffiliate.parse(creator) : undefined,
      campaign,
      discountId: code === undefined ? null : discountId,
      click: click && { ...click, windowDays },
    };
  });
}
