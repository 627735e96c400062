// Reads the feed of a brand's events from a position on.

import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { invalidField, notFound } from '#lib/foundation/shared/errors.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { isWithin, requestedRange, type TimeRange } from '#lib/foundation/shared/time-ranges.ts';
import { type FeedEvent, isInFeed } from '#lib/record/events/rules/audience.ts';
import { isEventId, type RecordedEvent, sequenceIn } from '#lib/record/events/rules/segment.ts';
import { matchesType } from '#lib/record/events/rules/type-patterns.ts';
import type { FeedQuery } from '#lib/record/events/schema/queries.ts';
import { findEvent, readEventsAfter, readHead, readResourceEventsAfter } from './segments.ts';

export const feedDays = 90;
const oldestAt = (now: Date): Date => addSeconds(now, -feedDays * secondsPerDay);

/** Bounds the cost of a request whose filters match few events. A segment has up to 100 events. */
const maxSegmentsPerRequest = 20;

export interface Feed {
  readonly items: readonly FeedEvent[];
  readonly after: string | null;
  readonly hasMore: boolean;
}

/** Finds the last event before `time` by binary search, because the times of events never decrease. */
export async function sequenceBefore(brandId: string, time: Date): Promise<number> {
  const [oldest] = await readEventsAfter(brandId, 0);
  if (oldest === undefined || Date.parse(oldest.createdAt) >= time.getTime()) return 0;
  let low = oldest.sequence;
  let high = (await readHead(brandId)).sequence;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await readEventsAfter(brandId, middle);
    // Segments that have expired are missing, so the first remaining event can be later than the middle.
    if (event === undefined || Date.parse(event.createdAt) >= time.getTime()) high = middle;
    else low = event.sequence;
  }
  return low;
}

function positionOf(brandId: string, after: string): number {
  if (isEventId(brandId, after)) return sequenceIn(after);
  throw invalidField('after', 'Must be the id of an event of this brand and mode');
}

async function startOf(brandId: string, after: string | undefined, from: Date): Promise<number> {
  const position = after === undefined ? 0 : positionOf(brandId, after);
  return after !== undefined && timeOf(after) >= from ? position : sequenceBefore(brandId, from);
}

type Days = Pick<FeedQuery, 'createdFrom' | 'createdTo'>;

interface Request extends FeedQuery {
  readonly timezone: string;
}

/** The days of a request, without those that are no longer available. */
export const availableRange = (
  { createdFrom, createdTo, timezone }: Days & { readonly timezone: string },
  oldest: Date,
): TimeRange & { readonly from: Date } => {
  const { from = oldest, before } = requestedRange(
    ['createdFrom', createdFrom],
    ['createdTo', createdTo],
    timezone,
  );
  return { from: from < oldest ? oldest : from, ...(before !== undefined && { before }) };
};

export async function readFeed(brandId: string, request: Request, now: Date): Promise<Feed> {
  const { after, type: patterns, resourceId, limit } = request;
  const range = availableRange(request, oldestAt(now));
  const isWanted = ({ type, createdAt }: FeedEvent) =>
    (patterns === undefined || matchesType(patterns, type)) && isWithin(range, new Date(createdAt));
  const readAfter = (sequence: number) =>
    resourceId === undefined
      ? readEventsAfter(brandId, sequence)
      : readResourceEventsAfter(brandId, resourceId, sequence, limit);

  const items: FeedEvent[] = [];
  let last: RecordedEvent | undefined;
  let position = await startOf(brandId, after, range.from ?? new Date(0));
  for (let segments = 0; segments < maxSegmentsPerRequest; segments += 1) {
    const events = await readAfter(position);
    for (const event of events) {
      const isAfterRange = range.before !== undefined && new Date(event.createdAt) >= range.before;
      if (isAfterRange) return { items, after: last?.id ?? after ?? null, hasMore: false };
      if (items.length === limit) return { items, after: last?.id ?? null, hasMore: true };
      if (isInFeed(event) && isWanted(event)) items.push(event);
      last = event;
      position = event.sequence;
    }
    if (events.length === 0) return { items, after: last?.id ?? after ?? null, hasMore: false };
  }
  return { items, after: last?.id ?? after ?? null, hasMore: true };
}

export async function getEvent(brandId: string, id: string, now: Date): Promise<FeedEvent> {
  const found = timeOf(id) < oldestAt(now) ? undefined : await findEvent(brandId, id);
  if (found === undefined || !isInFeed(found)) throw notFound('event');
  return found;
}
