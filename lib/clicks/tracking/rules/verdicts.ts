// Decides which clicks of a visit count, and how a changed visit changes the statistics.
import { secondsPerHour } from '#lib/foundation/shared/dates.ts';
import type { Device, FilterReason } from './click-kinds.ts';
import type { SubIds } from './sub-ids.ts';
import { type Entry, orderOf, type Visit } from './visit.ts';

export const repeatWindowMilliseconds = 1 * secondsPerHour * 1000;

export interface Verdict {
  readonly entry: Entry;
  readonly reason: FilterReason | null;
  readonly isUnique: boolean;
  readonly repeats: Entry | null;
}

interface VerdictInVisit extends Verdict {
  /** The visitor that the click counts; null for a filtered or suspicious click and for an overflow visit. */
  readonly visitor: string | null;
}

export const visitorOf = ({ visitor, address }: Visit, entry: Entry): string | null =>
  address?.visitors.get(orderOf(entry)) ?? visitor;

const doesNotCount = { isUnique: false, repeats: null, visitor: null } as const;

/** A filtered click is never a duplicate, and no click is a duplicate of a filtered click. */
export function verdictsOf(visit: Visit): readonly VerdictInVisit[] {
  const { entries, isOverflow, address } = visit;
  const lastOf = new Map<string | null, Entry>();
  return entries.map((entry): VerdictInVisit => {
    if (entry.filtered !== null) return { entry, reason: entry.filtered, ...doesNotCount };
    const own = visitorOf(visit, entry);
    if (address !== undefined && own !== null && !address.counted.has(own)) {
      return { entry, reason: 'suspicious', ...doesNotCount };
    }
    const last = lastOf.get(own) ?? null;
    const visitor = isOverflow ? null : own;
    if (isOverflow || (last !== null && entry.at - last.at < repeatWindowMilliseconds)) {
      return { entry, reason: 'duplicate', isUnique: false, repeats: last, visitor };
    }
    lastOf.set(own, entry);
    return { entry, reason: null, isUnique: last === null, repeats: null, visitor };
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
  /** The time of the click, in epoch milliseconds. */
  readonly at: number;
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly filtered: Partial<Readonly<Record<FilterReason, number>>>;
  readonly country: string | null;
  readonly device: Device;
  readonly referrerHost: string | null;
  readonly subIds?: SubIds | undefined;
  readonly linkId?: string | undefined;
}

type Counts = Pick<ClickDelta, 'clicks' | 'uniqueClicks' | 'filtered'>;

const noCounts: Counts = { clicks: 0, uniqueClicks: 0, filtered: {} };

const countsOf = ({ reason, isUnique }: VerdictInVisit): Counts => ({
  clicks: reason === null ? 1 : 0,
  uniqueClicks: isUnique ? 1 : 0,
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
    filtered: Object.fromEntries(changes.filter(([, change]) => change !== 0)),
  };
}

const isZero = ({ clicks, uniqueClicks, filtered }: Counts): boolean =>
  clicks === 0 && uniqueClicks === 0 && Object.keys(filtered).length === 0;

/** Assumes that clicks are only added to a visit, never removed. */
export function deltasBetween(before: Visit | undefined, after: Visit): readonly ClickDelta[] {
  const earlier = new Map(
    (before === undefined ? [] : verdictsOf(before)).map((verdict) => [
      verdict.entry.text,
      countsOf(verdict),
    ]),
  );
  return verdictsOf(after).flatMap((verdict) => {
    const { text, at, campaignId, country, device, referrerHost, subIds, linkId } = verdict.entry;
    const counts = difference(earlier.get(text) ?? noCounts, countsOf(verdict));
    if (isZero(counts)) return [];
    const { brandId, affiliateId } = after;
    const facts = { at, campaignId, country, device, referrerHost, subIds, linkId };
    return [{ brandId, affiliateId, ...facts, ...counts }];
  });
}
