// Reads the pages of a brand's events.
import {
  eventsIn,
  type Head,
  noEvents,
  type RecordedEvent,
  sequenceIn,
  storedPage,
} from '#lib/events/rules/page.ts';
import { now } from '#lib/shared/clock.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { query, queryAll } from '#lib/table/client.ts';
import { eventKeys, eventPartition, resourceEventPartition } from '#lib/table/keys/event-keys.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type Range, toQueryInput } from '#lib/table/list-query.ts';

/** Reads one page: the first or the last one of a range of sequence numbers. */
async function readPage(brandId: string, range: Range, from: 'start' | 'end'): Promise<Item | undefined> {
  const input = toQueryInput({ partition: eventPartition(brandId) }, range);
  const { Items: items = [] } = await query({ ...input, Limit: 1, ScanIndexForward: from === 'start' });
  return items[0];
}

export async function readHead(brandId: string): Promise<Head> {
  const found = await readPage(brandId, {}, 'end');
  return found === undefined ? noEvents : storedPage.parse(found);
}

/** Returns the newest event of a brand, and the last change of the shard that is recorded after this sequence number. */
export async function readRecordedSince(brandId: string, sequence: number, shardId: string) {
  const { sk } = eventKeys.eventPage(brandId, sequence);
  const pages = await queryAll({
    ...toQueryInput({ partition: eventPartition(brandId) }, { after: sk }),
  });
  const own = pages.findLast((page) => page.shardId === shardId);
  const newest = pages.at(-1);
  return {
    head: newest === undefined ? await readHead(brandId) : storedPage.parse(newest),
    position: own === undefined ? '' : String(own.position),
  };
}

const pagesPerQuery = 25;

/** The pages of a brand, newest first. */
export async function* newestPages(brandId: string): AsyncGenerator<Item> {
  let before: string | undefined;
  do {
    const range = before === undefined ? {} : { before };
    const input = toQueryInput({ partition: eventPartition(brandId) }, range);
    const { Items: items = [] } = await query({ ...input, Limit: pagesPerQuery, ScanIndexForward: false });
    yield* items;
    before = items.length === 0 ? undefined : String(items.at(-1)?.sk);
  } while (before !== undefined);
}

const keyOf = (brandId: string, sequence: number): string => eventKeys.eventPage(brandId, sequence).sk;

/** Returns the page that contains the event with this sequence number. */
export const findPageOf = (brandId: string, sequence: number): Promise<Item | undefined> =>
  readPage(brandId, { to: keyOf(brandId, sequence) }, 'end');

/** Returns the events of the page that contains the first event after `sequence`, or nothing if there is none. */
export async function readEventsAfter(brandId: string, sequence: number): Promise<readonly RecordedEvent[]> {
  const containing = await findPageOf(brandId, sequence + 1);
  const events = containing === undefined ? [] : eventsIn(storedPage.parse(containing));
  const later = events.filter((event) => event.sequence > sequence);
  if (later.length > 0) return later;
  // The pages of a brand have no gaps, except after pages that have expired.
  if (containing !== undefined && Number(containing.expiresAt) > epochSeconds(now())) return [];
  const next = await readPage(brandId, { after: keyOf(brandId, sequence + 1) }, 'start');
  return next === undefined ? [] : eventsIn(storedPage.parse(next));
}

export async function findEvent(brandId: string, id: string): Promise<RecordedEvent | undefined> {
  const events = await readEventsAfter(brandId, sequenceIn(id) - 1);
  return events.find((event) => event.id === id);
}

/** Reads the copies beside the events of the resource. */
export async function readResourceEventsAfter(
  brandId: string,
  resourceId: string,
  sequence: number,
  limit: number,
): Promise<readonly RecordedEvent[]> {
  const { sk } = eventKeys.resourceEvent(brandId, resourceId, sequence);
  const input = toQueryInput({ partition: resourceEventPartition(brandId, resourceId) }, { after: sk });
  const { Items: items = [] } = await query({ ...input, Limit: limit + 1, ScanIndexForward: true });
  return items.flatMap((item) => eventsIn(storedPage.parse(item)));
}
