// Reads the segments of a brand's events.

import { now } from '#lib/foundation/shared/clock.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { type Included, includedIn } from '#lib/foundation/streams/exactly-once.ts';
import { query } from '#lib/foundation/table/client.ts';
import { eventKeys, eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Range, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import {
  eventsIn,
  type Head,
  noEvents,
  type RecordedEvent,
  sequenceIn,
  storedSegment,
} from '#lib/record/events/rules/segment.ts';

/** Reads one segment: the first or the last one of a range of sequence numbers. */
async function readSegment(brandId: string, range: Range, from: 'start' | 'end'): Promise<Item | undefined> {
  const input = toQueryInput({ partition: eventPartition(brandId) }, range);
  const { Items: items = [] } = await query({ ...input, Limit: 1, ScanIndexForward: from === 'start' });
  return items[0];
}

/** Returns the newest event of a brand, and the changes that its segments include. */
export async function readHead(brandId: string): Promise<Head & { readonly included: Included }> {
  const found = await readSegment(brandId, {}, 'end');
  const { sequence, at } = found === undefined ? noEvents : storedSegment.parse(found);
  return { sequence, at, included: includedIn(found) };
}

const pagesPerQuery = 25;

/** The segments of a brand, newest first. */
export async function* newestSegments(brandId: string): AsyncGenerator<Item> {
  let before: string | undefined;
  do {
    const range = before === undefined ? {} : { before };
    const input = toQueryInput({ partition: eventPartition(brandId) }, range);
    const { Items: items = [] } = await query({ ...input, Limit: pagesPerQuery, ScanIndexForward: false });
    yield* items;
    before = items.length === 0 ? undefined : String(items.at(-1)?.sk);
  } while (before !== undefined);
}

const keyOf = (brandId: string, sequence: number): string => eventKeys.eventSegment(brandId, sequence).sk;

/** Returns the segment that contains the event with this sequence number. */
export const findSegmentOf = (brandId: string, sequence: number): Promise<Item | undefined> =>
  readSegment(brandId, { to: keyOf(brandId, sequence) }, 'end');

/** Returns the events of the segment that contains the first event after `sequence`, or nothing if there is none. */
export async function readEventsAfter(brandId: string, sequence: number): Promise<readonly RecordedEvent[]> {
  const containing = await findSegmentOf(brandId, sequence + 1);
  const events = containing === undefined ? [] : eventsIn(storedSegment.parse(containing));
  const later = events.filter((event) => event.sequence > sequence);
  if (later.length > 0) return later;
  // The segments of a brand have no gaps, except after segments that have expired.
  if (containing !== undefined && Number(containing.expiresAt) > epochSeconds(now())) return [];
  const next = await readSegment(brandId, { after: keyOf(brandId, sequence + 1) }, 'start');
  return next === undefined ? [] : eventsIn(storedSegment.parse(next));
}

export async function findEvent(brandId: string, id: string): Promise<RecordedEvent | undefined> {
  const events = await readEventsAfter(brandId, sequenceIn(id) - 1);
  return events.find((event) => event.id === id);
}

/** Reads the copies beside the events of the resource, up to one more than `limit`. A query of DynamoDB also ends after 1 MB. */
export async function readResourceEvents(
  brandId: string,
  resourceId: string,
  sequence: number,
  limit: number,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly isLast: boolean }> {
  const { pk: partition, sk } = eventKeys.resourceEvent(brandId, resourceId, sequence);
  const { items, isLast } = await readPageAfter({ partition }, sk, limit + 1);
  return { events: items.flatMap((item) => eventsIn(storedSegment.parse(item))), isLast };
}

/** Returns an empty list only if no event is left. */
export const readResourceEventsAfter = async (
  ...position: Parameters<typeof readResourceEvents>
): Promise<readonly RecordedEvent[]> => (await readResourceEvents(...position)).events;
