// Reads and writes of clicks and visits.
import { normalizeTrackingCode } from '#lib/affiliates/tracking-code.ts';
import { afterSeconds, dayOf, daysInSeconds, epochSeconds, hours } from '#lib/shared/dates.ts';
import { together } from '#lib/shared/together.ts';
import { type Item, putItem } from '#lib/table/client.ts';
import { putOrFind } from '#lib/table/conditional.ts';
import { type Key, keys } from '#lib/table/keys.ts';
import { putNew, tryTransact, type Write } from '#lib/table/transaction.ts';
import { type Click, storedVisit, type Visit } from './schema.ts';

const clickLifetimeSeconds = 90 * daysInSeconds;
/** A visit must outlive the day it is on: that tells whether the next one is the first of its day. */
const visitLifetimeSeconds = 2 * daysInSeconds;
const repeatSeconds = 1 * hours;

/** Partitions of a brand's day. Each takes 1,000 writes a second, so a brand 16,000 clicks a second. */
const spreads = 16;
const spreadOf = (clickId: string): number => Number.parseInt(clickId.slice(-4), 36) % spreads;

const clickItem = (click: Click) => {
  const at = new Date(click.recordedAt);
  return {
    ...keys.click(click.brandId, dayOf(at), spreadOf(click.id), click.id),
    ...click,
    expiresAt: epochSeconds(afterSeconds(at, clickLifetimeSeconds)),
  };
};

const putClick = (click: Click) => putItem({ Item: clickItem(click) });

export const visitKey = (brandId: string, code: string, visitor: string): Key =>
  keys.claim(brandId, normalizeTrackingCode(code), visitor);

/** Until when a visit makes others repeats of it, as seen from a click. */
const repeatsBefore = ({ recordedAt }: Click): string =>
  afterSeconds(new Date(recordedAt), -repeatSeconds).toISOString();

/**
 * The put that makes this click the visitor's latest on the code, unless there is one younger than an hour. Done twice
 * (an answer was lost), it succeeds twice: the second writes what stands there already.
 */
function claim(click: Click, visitor: string) {
  const { id: clickId, brandId, affiliateId, campaignId, recordedAt } = click;
  const visit: Visit = { type: 'visit', clickId, brandId, affiliateId, campaignId, recordedAt };
  return {
    item: {
      ...visitKey(brandId, click.trackingCode, visitor),
      ...visit,
      expiresAt: epochSeconds(afterSeconds(new Date(recordedAt), visitLifetimeSeconds)),
    },
    condition: 'attribute_not_exists(#pk) OR #recordedAt <= :before OR #clickId = :clickId',
    values: { before: repeatsBefore(click), clickId },
  };
}

const parseVisit = (found: Item | undefined): Visit | undefined =>
  found === undefined ? undefined : storedVisit.parse(found);

/** What became of a click: it counted, or it did not and why; a repeat with the click that it repeats. */
export type Recorded =
  | { readonly counted: true }
  | { readonly counted: false; readonly reason: 'bot' | 'inactive' }
  | { readonly counted: false; readonly reason: 'duplicate'; readonly first: Visit };

/** The visitor that a click claims the hour for; null where it counts, or does not, by itself. */
const claimant = ({ filtered, visitor }: Click): string | null => (filtered === null ? visitor : null);

/** Stores a click that counts, or does not, whoever it came from. */
async function recordByItself(click: Click): Promise<Recorded> {
  await putClick(click);
  const { filtered } = click;
  if (filtered === 'duplicate') throw new Error('A repeat names the click that it repeats');
  return filtered === null ? { counted: true } : { counted: false, reason: filtered };
}

/**
 * Records a click that someone waits behind: the click and the claim are put at the same time, in one round trip and
 * without a transaction. A repeat stands in no item: it is what was received and has claimed nothing.
 */
export async function recordFollowed(click: Click): Promise<Recorded> {
  const visitor = claimant(click);
  if (visitor === null) return recordByItself(click);
  const { item, ...when } = claim(click, visitor);
  const [found] = await together([putOrFind(item, when), putClick(click)]);
  const first = parseVisit(found);
  return first === undefined ? { counted: true } : { counted: false, reason: 'duplicate', first };
}

/**
 * Records a click that a brand's server reports: with its claim or not at all, so that a report that failed can be sent
 * again as if it had never been. `known`: the visitor's last visit as it was read with the caller.
 */
export async function recordReported(click: Click, known: Visit | undefined): Promise<Recorded> {
  const visitor = claimant(click);
  if (visitor === null) return recordByItself(click);
  const isRepeat = known !== undefined && known.recordedAt > repeatsBefore(click);
  const first = isRepeat ? known : await storeWithClaim(click, visitor);
  if (first === undefined) return { counted: true };
  await putClick({ ...click, filtered: 'duplicate' });
  return { counted: false, reason: 'duplicate', first };
}

/** Puts both, or answers the visit that was claimed since it was read. */
async function storeWithClaim(click: Click, visitor: string): Promise<Visit | undefined> {
  const visit: Write = { kind: 'put', ...claim(click, visitor) };
  const refusals = await tryTransact([putNew(clickItem(click)), visit]);
  return parseVisit(refusals.find(({ write }) => write === visit)?.existing);
}
