// Reads and writes of clicks and visits.
import { afterSeconds, dayOf, daysInSeconds, epochSeconds, hours } from '#lib/shared/dates.ts';
import { together } from '#lib/shared/together.ts';
import { putItem } from '#lib/table/client.ts';
import { putOrFind } from '#lib/table/conditional.ts';
import { keys } from '#lib/table/keys.ts';
import { type Click, storedVisit, type Visit } from './schema.ts';

const clickLifetimeSeconds = 90 * daysInSeconds;
/** A visit must outlive the day it is on: that tells whether the next one is the first of its day. */
const visitLifetimeSeconds = 2 * daysInSeconds;
const repeatSeconds = 1 * hours;

/** Partitions of a brand's day. Each takes 1,000 writes a second, so a brand 16,000 clicks a second. */
const spreads = 16;
const spreadOf = (clickId: string): number => Number.parseInt(clickId.slice(-4), 36) % spreads;

const putClick = (click: Click) => {
  const at = new Date(click.recordedAt);
  return putItem({
    Item: {
      ...keys.click(click.brandId, dayOf(at), spreadOf(click.id), click.id),
      ...click,
      expiresAt: epochSeconds(afterSeconds(at, clickLifetimeSeconds)),
    },
  });
};

/**
 * Makes this click the visitor's latest on the code, unless there is one younger than an hour: that one is returned.
 * Sent twice (an answer was lost), it succeeds twice: the second writes what stands there already.
 */
async function claimVisit(click: Click, visitor: string): Promise<Visit | undefined> {
  const at = new Date(click.recordedAt);
  const { brandId, affiliateId, campaignId, recordedAt } = click;
  const visit: Visit = { type: 'visit', clickId: click.id, brandId, affiliateId, campaignId, recordedAt };
  const found = await putOrFind(
    {
      ...keys.visit(brandId, click.trackingCode.toLowerCase(), visitor),
      ...visit,
      expiresAt: epochSeconds(afterSeconds(at, visitLifetimeSeconds)),
    },
    {
      condition: 'attribute_not_exists(#pk) OR #recordedAt <= :before OR #clickId = :clickId',
      values: { before: afterSeconds(at, -repeatSeconds).toISOString(), clickId: click.id },
    },
  );
  return found === undefined ? undefined : storedVisit.parse(found);
}

/** What became of a click: it counted, or it did not and why; a repeat with the click that it repeats. */
export type Recorded =
  | { readonly counted: true }
  | { readonly counted: false; readonly reason: 'bot' | 'inactive' }
  | { readonly counted: false; readonly reason: 'duplicate'; readonly first: Visit };

/**
 * Stores a click and, at the same time, finds out whether it counts: no call waits for another. The statistics count
 * the stored items, in lib/clicks/fold.ts.
 */
export async function recordClick(click: Click): Promise<Recorded> {
  const { filtered, visitor } = click;
  const claims = filtered === null && visitor !== null;
  const [first] = await together([claims ? claimVisit(click, visitor) : undefined, putClick(click)]);
  if (filtered !== null) return { counted: false, reason: filtered };
  return first === undefined ? { counted: true } : { counted: false, reason: 'duplicate', first };
}
