// Decides which clicks of a visit count, and how a changed visit changes the statistics.
import { secondsPerHour } from '#lib/shared/dates.ts';
import type { Device, FilterReason } from './click-kinds.ts';
import { type Entry, orderOf, type Visit } from './visit.ts';

export const repeatWindowMilliseconds = 1 * secondsPerHour * 1000;

export interface Verdict {
  readonly entry: Entry;
  readonly reason: FilterReason | null;
  readonly isUnique: boolean;
  readonly repeats: Entry | null;
}

interface VerdictInVisit extends Verdict {
  /**
   * True for a visitor's first unfiltered click in each campaign, even if it is a duplicate.
   * Always false for an overflow visit.
   */
  readonly isFirstInCampaign: boolean;
  /** The visitor that the click counts; null for a filtered or suspicious click and for an overflow visit. */
  readonly visitor: string | null;
}

export const visitorOf = ({ visitor, address }: Visit, entry: Entry): string | null =>
  address?.visitors.get(orderOf(entry)) ?? visitor;

const doesNotCount = { isUnique: false, isFirstInCampaign: false, repeats: null, visitor: null } as const;

/** A filtered click is never a duplicate, and no click is a duplicate of a filtered click. */
export function verdictsOf(visit: Visit): readonly VerdictInVisit[] {
  const { entries, isOverflow, address } = visit;
  const lastOf = new Map<string | null, Entry>();
  const campaigns = new Set<string>();
  return entries.map((entry): VerdictInVisit => {
    if (entry.filtered !== null) return { entry, reason: entry.filtered, ...doesNotCount };
    const own = visitorOf(visit, entry);
    if (address !== undefined && own !== null && !address.counted.has(own)) {
      return { entry, reason: 'suspicious', ...doesNotCount };
    }
    const campaign = JSON.stringify([own, entry.campaignId]);
    const isFirstInCampaign = !isOverflow && !campaigns.has(campaign);
    campaigns.add(campaign);
    const last = lastOf.get(own) ?? null;
    const visitor = isOverflow ? null : own;
    if (isOverflow || (last !== null && entry.at - last.at < repeatWindowMilliseconds)) {
      return { entry, reason: 'duplicate', isUnique: false, isFirstInCampaign, repeats: last, visitor };
    }
    lastOf.set(own, entry);
    return { entry, reason: null, isUnique: last === null, isFirstInCampaign, repeats: null, visitor };
  });
}

/**
 * A change of the statistics for one click.
 * A count is negative, for example, if a late click with an earlier time turns this click into a duplicate.
 */
export interface ClickDelta {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly campaignId: string | null;
  readonly hour: string;
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly firstInCampaign: number;
  readonly filtered: Partial<Readonly<Record<FilterReason, number>>>;
  readonly country: string | null;
  readonly device: Device;
  readonly referrerHost: string | null;
  /**
   * A hash, or a number if the change was read from a journal, which keeps only the part that sketches contain. Null for an unknown
   * visitor, and for a click that is filtered, suspicious or in an overflow visit.
   */
  readonly visitor: string | number | null;
}

type Counts = Pick<ClickDelta, 'clicks' | 'uniqueClicks' | 'firstInCampaign' | 'filtered'>;

const noCounts: Counts = { clicks: 0, uniqueClicks: 0, firstInCampaign: 0, filtered: {} };

const countsOf = ({ reason, isUnique, isFirstInCampaign }: VerdictInVisit): Counts => ({
  clicks: reason === null ? 1 : 0,
  uniqueClicks: isUnique ? 1 : 0,
  firstInCampaign: isFirstInCampaign ? 1 : 0,
  filtered: reason === null ? {} : { [reason]: 1 },
});

function difference(before: Counts, after: Counts): Counts {
  const reasons = Object.keys({ ...before.filtered, ...after.filtered }) as FilterReason[];
  const changes = reasons.map(
    (reason) => [reason, (after.filtered[reason] ?? 0) - (before.filtered[reason] ?? 0)] as const,
  );
  return {
    clicks: after.clicks - before.clicks,
    uniqueClicks: after.uniqueClicks - before.uniqueClicks,
    firstInCampaign: after.firstInCampaign - before.firstInCampaign,
    filtered: Object.fromEntries(changes.filter(([, change]) => change !== 0)),
  };
}

const isZero = ({ clicks, uniqueClicks, firstInCampaign, filtered }: Counts): boolean =>
  clicks === 0 && uniqueClicks === 0 && firstInCampaign === 0 && Object.keys(filtered).length === 0;

const hourOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

/** Assumes that clicks are only added to a visit, never removed. */
export function deltasBetween(before: Visit | undefined, after: Visit): readonly ClickDelta[] {
  const earlier = new Map(
    (before === undefined ? [] : verdictsOf(before)).map((verdict) => [
      verdict.entry.text,
      countsOf(verdict),
    ]),
  );
  return verdictsOf(after).flatMap((verdict) => {
    const { text, at, campaignId, country, device, referrerHost } = verdict.entry;
    const counts = difference(earlier.get(text) ?? noCounts, countsOf(verdict));
    if (isZero(counts)) return [];
    const { brandId, affiliateId } = after;
    const { visitor } = verdict;
    const subject = { brandId, affiliateId, campaignId, country, device, referrerHost, visitor };
    return [{ ...subject, hour: hourOf(at), ...counts }];
  });
}
