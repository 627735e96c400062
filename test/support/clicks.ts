// Reads stored clicks with their verdicts.

import { verdictsOf, visitorOf } from '#lib/clicks/tracking/rules/verdicts.ts';
import { clickId, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { itemsOfType } from '#test/support/items.ts';

export const visitsOf = async (affiliateId: string): Promise<readonly Item[]> =>
  (await itemsOfType(visitType)).filter((visit) => visit.affiliateId === affiliateId);

const suffixLength = 16;

/** The clicks of a visit item. `reason` is null for counted clicks. */
export function clicksIn(item: Item) {
  const visit = storedVisit.parse(item);
  const { affiliateId, brandId, trackingCode } = visit;
  return verdictsOf(visit).map(({ entry, reason }) => {
    const visitor = visitorOf(visit, entry);
    const { at, campaignId, device, country, referrerHost, subIds, linkId } = entry;
    return {
      id: clickId(at, String(item.sk).slice(0, suffixLength)),
      recordedAt: new Date(at).toISOString(),
      ...{ affiliateId, brandId, trackingCode, visitor, campaignId, device, country, referrerHost, reason },
      ...(subIds !== undefined && { subIds }),
      ...(linkId !== undefined && { linkId }),
    };
  });
}

/** The clicks of a creator, oldest first. */
export const clicksOf = async (affiliateId: string) =>
  (await visitsOf(affiliateId)).flatMap(clicksIn).toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** An item as JSON, with sets as arrays. Slightly longer than the stored item. */
export const textOf = (item: Item | undefined): string =>
  JSON.stringify(item, (_, value: unknown) => (value instanceof Set ? [...value] : value)) ?? '';

/** The `filtered` figures of statistics without filtered clicks. */
export const noneFiltered = {
  bot: 0,
  preview: 0,
  prefetch: 0,
  head: 0,
  inactive: 0,
  duplicate: 0,
  suspicious: 0,
};
