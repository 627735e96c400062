// The click that an order names, in the visit that its id leads to, or beyond that.

import type { CandidateSource } from '#lib/conversions/schema/receipt.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import type { OwnReason } from '#lib/tracking/rules/click-kinds.ts';
import { partsOf } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { beginningBeyond, maxClicksOfVisit } from '#lib/tracking/writes/visits.ts';

interface Clicked {
  readonly affiliateId: string;
  readonly campaignId: string | null;
  readonly click: { readonly at: number; readonly filtered: OwnReason | null };
}

const entryIn = (item: Item | undefined, clickId: string) =>
  item && storedVisit.parse(item).entries.find(({ at }) => at === partsOf(clickId).at);

/**
 * Where else the click may stand: its visit is full, and it is not in it. It has a key of its own there, of which its id tells
 * the beginning.
 */
export function keyBeyondVisit(brandId: string, clickId: string, visit: Item | undefined): Key | undefined {
  if (visit === undefined || entryIn(visit, clickId) !== undefined) return undefined;
  const isFull = storedVisit.parse(visit).entries.length >= maxClicksOfVisit;
  return isFull ? beginningBeyond(brandId, clickId) : undefined;
}

/** Whose it is and in which campaign; nothing for an id that was made of a visit, and of no click. */
export function clickIn(
  visit: Item | undefined,
  beyond: Item | undefined,
  clickId: string,
): Clicked | undefined {
  const entry = entryIn(visit, clickId) ?? entryIn(beyond, clickId);
  if (visit === undefined || entry === undefined) return undefined;
  const { at, campaignId, filtered } = entry;
  return { affiliateId: storedVisit.parse(visit).affiliateId, campaignId, click: { at, filtered } };
}

/**
 * The creator's place in the campaign of a click. Anybody can write any campaign into a link, but an admin has chosen that of
 * a code.
 */
export const placeKey = (
  brandId: string,
  named: {
    readonly source: CandidateSource;
    readonly affiliateId: string | undefined;
    readonly campaignId: string | null;
  },
): Key | undefined =>
  named.source === 'click' && named.affiliateId !== undefined && named.campaignId !== null
    ? keys.member(brandId, named.campaignId, named.affiliateId)
    : undefined;
