// Which clicks of a visit count, and what the figures gain when a visit changes. Pure: the figures are the sum of these
// gains, so they are what the stored visits say, in whatever order clicks have arrived.
import { hours } from '#lib/shared/dates.ts';
import type { Device, FilterReason } from './click-kinds.ts';
import type { Entry, Visit } from './visit.ts';

/** A click younger than this, counted from the last one that did count, repeats it. */
export const repeatMilliseconds = 1 * hours * 1000;

export interface Verdict {
  readonly entry: Entry;
  /** Why it does not count; null where it does. */
  readonly reason: FilterReason | null;
  /** The visitor's first on this code on this day that counts. */
  readonly isUnique: boolean;
  /** The click that it repeats, where that stands in the same visit. */
  readonly repeats: Entry | null;
}

/** What only the whole visit tells. */
interface VerdictInVisit extends Verdict {
  /** The visitor's first in its campaign (or in none) on this code on this day, whether it counts or repeats another's. */
  readonly isFirstInCampaign: boolean;
}

/** Of each click of a visit, in their order. What keeps a click from counting by itself takes no part in repeats. */
export function verdictsOf({ entries, isBeyond }: Visit): readonly VerdictInVisit[] {
  let last: Entry | null = null;
  const campaigns = new Set<string | null>();
  return entries.map((entry): VerdictInVisit => {
    if (entry.filtered !== null) {
      return { entry, reason: entry.filtered, isUnique: false, isFirstInCampaign: false, repeats: null };
    }
    const isFirstInCampaign = !isBeyond && !campaigns.has(entry.campaignId);
    campaigns.add(entry.campaignId);
    if (isBeyond || (last !== null && entry.at - last.at < repeatMilliseconds)) {
      return { entry, reason: 'duplicate', isUnique: false, isFirstInCampaign, repeats: last };
    }
    const isUnique = last === null;
    last = entry;
    return { entry, reason: null, isUnique, isFirstInCampaign, repeats: null };
  });
}

/** What figures gain. Numbers are negative where a click that came late changes what others are. */
export interface ClickDelta {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly campaignId: string | null;
  /** A UTC hour: `2026-11-21T16`. */
  readonly hour: string;
  readonly clicks: number;
  readonly uniqueClicks: number;
  /** Visitors of the creator who were in this campaign for the first time on this day. */
  readonly firstInCampaign: number;
  readonly filtered: Partial<Readonly<Record<FilterReason, number>>>;
  readonly country: string | null;
  readonly device: Device;
  readonly referrerHost: string | null;
  /**
   * Who was here in this hour, whether the click counts or repeats one: never taken back, so that it may be told any
   * number of times. Null where the click is filtered for what it is or stands beyond its visit, and where nobody knows who
   * it was.
   */
  readonly visitor: string | null;
}

type Counts = Pick<ClickDelta, 'clicks' | 'uniqueClicks' | 'firstInCampaign' | 'filtered'>;

const none: Counts = { clicks: 0, uniqueClicks: 0, firstInCampaign: 0, filtered: {} };

const countsOf = ({ reason, isUnique, isFirstInCampaign }: VerdictInVisit): Counts => ({
  clicks: reason === null ? 1 : 0,
  uniqueClicks: isUnique ? 1 : 0,
  firstInCampaign: isFirstInCampaign ? 1 : 0,
  filtered: reason === null ? {} : { [reason]: 1 },
});

/** What `after` counts more than `before`: empty where they count the same. */
function gains(before: Counts, after: Counts): Counts {
  const reasons = Object.keys({ ...before.filtered, ...after.filtered }) as FilterReason[];
  const moved = reasons.map(
    (reason) => [reason, (after.filtered[reason] ?? 0) - (before.filtered[reason] ?? 0)] as const,
  );
  return {
    clicks: after.clicks - before.clicks,
    uniqueClicks: after.uniqueClicks - before.uniqueClicks,
    firstInCampaign: after.firstInCampaign - before.firstInCampaign,
    filtered: Object.fromEntries(moved.filter(([, by]) => by !== 0)),
  };
}

const isNothing = ({ clicks, uniqueClicks, firstInCampaign, filtered }: Counts): boolean =>
  clicks === 0 && uniqueClicks === 0 && firstInCampaign === 0 && Object.keys(filtered).length === 0;

const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

/**
 * What the figures gain when a visit becomes another one. `before` is undefined for a visit that is new. Clicks are never
 * taken out of a visit, so each of `before` is in `after`.
 */
export function deltasBetween(before: Visit | undefined, after: Visit): readonly ClickDelta[] {
  const earlier = new Map(
    (before === undefined ? [] : verdictsOf(before)).map((verdict) => [
      verdict.entry.text,
      countsOf(verdict),
    ]),
  );
  return verdictsOf(after).flatMap((verdict) => {
    const { text, at, filtered, campaignId, country, device, referrerHost } = verdict.entry;
    const counts = gains(earlier.get(text) ?? none, countsOf(verdict));
    if (isNothing(counts)) return [];
    const { brandId, affiliateId } = after;
    const visitor = filtered === null && !after.isBeyond ? after.visitor : null;
    const of = { brandId, affiliateId, campaignId, country, device, referrerHost, visitor };
    return [{ ...of, hour: hourOf(at), ...counts }];
  });
}
