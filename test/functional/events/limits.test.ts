// Tests the limits of the feed and of the audit trail: their days, the pages of a request, the sizes of pages, and repeated writes.
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordAddress, recordEntry } from '#lib/access/audit-entries/writes.ts';
import { epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { skipPast } from '#lib/foundation/streams/exactly-once.ts';
import { dynamoDb, putItem, queryPartition } from '#lib/foundation/table/client.ts';
import {
  actorAttribute,
  actorEventPartition,
  auditEntryPartition,
  eventKeys,
  eventPartition,
  resourceEventPartition,
} from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { EventOf, NewEvent } from '#lib/record/events/rules/new-event.ts';
import {
  eventsIn,
  noEvents,
  type RecordedEvent,
  segmentOf,
  sequenced,
  storedSegment,
} from '#lib/record/events/rules/segment.ts';
import { withAddresses } from '#lib/record/events/store/addresses.ts';
import { eraseEvents } from '#lib/record/events/store/erase.ts';
import { sequenceBefore } from '#lib/record/events/store/feed.ts';
import { copyNewestEvents, indexEvents } from '#lib/record/events/store/index-events.ts';
import { recordCommand } from '#lib/record/events/store/operator-entries.ts';
import { recordEvents } from '#lib/record/events/store/record.ts';
import { findEvent, readEventsAfter } from '#lib/record/events/store/segments.ts';
import { createApiKey } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, send } from '#test/support/service.ts';

let admin: string;
let brandId: string;
beforeEach(async () => {
  const created = await createBrand('scale');
  // An API key, because a session ends while the clock advances.
  admin = (await createApiKey(created.admin)).key;
  brandId = created.brand.id;
  await recordAllEvents();
});

const get = async (path: string) => (await send('GET', path, { token: admin })).json;
const head = async () => {
  const page = (await queryPartition(eventPartition(brandId))).at(-1);
  return page === undefined ? noEvents : storedSegment.parse(page);
};

const newEvent = (name: unknown, at: Date, resourceId = 'cmp_1'): NewEvent => ({
  type: 'campaign.created',
  resourceId,
  attribution: { actor: { id: 'usr_1' }, at },
  data: { name },
  changes: {},
});

/** Writes pages with one event each after the newest event. Returns the events. */
async function addPages(count: number, at: Date) {
  const events = sequenced(
    brandId,
    Array.from({ length: count }, (_, index) => newEvent(index, at)),
    await head(),
  );
  const expiresAt = epochSeconds(at) + 400 * secondsPerDay;
  await Promise.all(
    events.map((event) =>
      putItem({
        Item: {
          ...eventKeys.eventSegment(brandId, event.sequence),
          type: 'eventSegment',
          brandId,
          ...segmentOf([event]),
          expiresAt,
        },
      }),
    ),
  );
  return events;
}

describe('the days of events', () => {
  test.each([
    ['the feed', 90, '/events?limit=100'],
    ['the audit trail', 400, '/audit?limit=100'],
  ])('%s has an event for %i days, and not one millisecond longer', async (_, days, path) => {
    const clock = fakeClock(new Date(Date.now() + 1000));
    const [event] = await addPages(1, clock.now());
    const isVisible = async () => (await get(path)).data.some(({ id }: { id: string }) => id === event?.id);
    expect(await isVisible()).toBe(true);
    clock.advance(days * secondsPerDay);
    expect(await isVisible()).toBe(true);
    clock.advance(0.001);
    expect(await isVisible()).toBe(false);
  });

  test('an event is found by its id for 90 days, and not one millisecond longer', async () => {
    const clock = fakeClock(new Date(Date.now() + 1000));
    const [event] = await addPages(1, clock.now());
    const status = async () => (await send('GET', `/events/${event?.id}`, { token: admin })).status;
    clock.advance(90 * secondsPerDay);
    expect(await status()).toBe(200);
    clock.advance(0.001);
    expect(await status()).toBe(404);
  });

  test('a consumer that follows the feed after 90 days begins with the oldest event that is still available', async () => {
    const clock = fakeClock(new Date(Date.now() + 1000));
    // More pages than one request reads.
    const [old] = await addPages(25, clock.now());
    clock.advance(80 * secondsPerDay);
    const [later] = await addPages(1, clock.now());
    clock.advance(20 * secondsPerDay);
    const { data } = await get(`/events?after=${old?.id}&limit=1`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([later?.id]);
    expect((await get('/events?createdFrom=2026-01-01&limit=1')).data[0].id).toBe(later?.id);
  });

  test('the position before a time is that of the last earlier event', async () => {
    const start = Math.ceil(Date.now() / 1000 + 2) * 1000;
    const [one] = await addPages(1, new Date(start));
    const [two] = await addPages(2, new Date(start + 5));
    const positionBefore = (milliseconds: number) => sequenceBefore(brandId, new Date(start + milliseconds));
    expect(await positionBefore(6)).toBe((two?.sequence ?? 0) + 1);
    expect(await positionBefore(5)).toBe(one?.sequence);
    expect(await positionBefore(1)).toBe(one?.sequence);
    expect(await positionBefore(0)).toBe((one?.sequence ?? 0) - 1);
  });

  test('the position before the time of the very first event is 0', async () => {
    const [first] = await readEventsAfter(brandId, 0);
    const at = Date.parse(first?.createdAt ?? '');
    expect(await sequenceBefore(brandId, new Date(at))).toBe(0);
  });
});

describe('a request whose filter matches nothing', () => {
  test('the feed reads 20 segments, and offers to continue after them', async () => {
    await addPages(25, new Date());
    const all = (await queryPartition(eventPartition(brandId))).flatMap((page) =>
      eventsIn(storedSegment.parse(page)),
    );
    const pages = (await queryPartition(eventPartition(brandId))).length;
    const { data, meta } = await get('/events?type=payout.paid');
    expect(data).toEqual([]);
    expect(meta).toEqual({ after: all.at(19 - pages)?.id, hasMore: true });
    const next = await get(`/events?type=payout.paid&after=${meta.after}`);
    expect(next).toEqual({ data: [], meta: { after: all.at(-1)?.id, hasMore: false } });
  });

  test('the audit trail reads 50 segments, and offers to continue after them', async () => {
    await addPages(60, new Date());
    const first = await get('/audit?type=payout.paid');
    expect(first.data).toEqual([]);
    const next = await get(`/audit?type=payout.paid&cursor=${first.meta.cursor}`);
    expect(next).toEqual({ data: [], meta: { cursor: null } });
  });
});

test('a page of large events ends below 4 MB, and the next page has the rest', async () => {
  const at = new Date();
  const large = Array.from({ length: 42 }, () => newEvent('x'.repeat(100_000), at));
  const newest = await head();
  const events = sequenced(brandId, large, newest);
  await putItem({
    Item: {
      ...eventKeys.eventSegment(brandId, newest.sequence + 1),
      type: 'eventSegment',
      brandId,
      ...segmentOf(events),
      expiresAt: epochSeconds(at) + secondsPerDay,
    },
  });
  const path = '/events?type=campaign.created&limit=100';
  const { text, json: page } = await send('GET', path, { token: admin });
  expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
  const rest = await get(`${path}&after=${page.meta.after}`);
  const ids = [...page.data, ...rest.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(events.map(({ id }) => id));
});

test('a segment that has expired and is still stored does not hide the segments after a gap', async () => {
  const clock = fakeClock(new Date(Date.now() + 1000));
  const [one, two, three] = await addPages(3, clock.now());
  await transact([{ kind: 'delete', key: eventKeys.eventSegment(brandId, two?.sequence ?? 0) }]);
  expect(await readEventsAfter(brandId, one?.sequence ?? 0)).toEqual([]);
  clock.advance(401 * secondsPerDay);
  expect(await readEventsAfter(brandId, one?.sequence ?? 0)).toEqual([three]);
});

describe('the recorder of events', () => {
  const eventOf: EventOf = ({ after }) => newEvent(after?.name, new Date());
  const changes = (count: number, name: () => unknown = () => 'Spring', first = 1, ofBrand = brandId) =>
    Array.from({ length: count }, (_, index) => {
      const { pk, sk } = keys.item(ofBrand, 'campaign', `cmp_${first + index}`);
      const after: Item = { pk, sk, name: name(), [actorAttribute]: 'usr_1 0' };
      return { sequenceNumber: String(first + index), before: undefined, after };
    });
  const pagesAfter = async (sequence: number) =>
    (await queryPartition(eventPartition(brandId))).filter(
      (page) => storedSegment.parse(page).sequence > sequence,
    );

  test('divides the events of a batch into segments of at most 100 events', async () => {
    const { sequence } = await head();
    await recordEvents(`shard-${randomUUID()}`, changes(150), eventOf);
    const pages = await pagesAfter(sequence);
    expect(pages.map((page) => eventsIn(storedSegment.parse(page)).length)).toEqual([100, 50]);
  });

  test('divides events that are too large for one item', async () => {
    const { sequence } = await head();
    const large = () => randomBytes(75_000).toString('base64');
    await recordEvents(`shard-${randomUUID()}`, changes(6, large), eventOf);
    const pages = await pagesAfter(sequence);
    expect(pages.map((page) => eventsIn(storedSegment.parse(page)).length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('keeps a segment for 400 days', async () => {
    const clock = fakeClock(new Date(Math.ceil(Date.now() / 1000) * 1000));
    const { sequence } = await head();
    await recordEvents(`shard-${randomUUID()}`, changes(1), eventOf);
    const [page] = await pagesAfter(sequence);
    expect(page?.expiresAt).toBe(clock.now().getTime() / 1000 + 400 * secondsPerDay);
  });

  test('records nothing when batches return after the position of the shard has moved past them', async () => {
    const shardId = `shard-${randomUUID()}`;
    const { sequence } = await head();
    const [one, two, three] = [changes(3), changes(3, undefined, 4), changes(3, undefined, 7)];
    for (const batch of [one, two, one, three, one, two, [...one, ...two, ...three], three])
      await recordEvents(shardId, batch, eventOf);
    expect((await head()).sequence).toBe(sequence + 9);
  });

  test('records the events of two shards when one writes its segment before the other', async () => {
    const { sequence } = await head();
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (args[0] === 'PutItem' && Object(args[1]).Item?.type === 'eventSegment') {
        spy.mockRestore();
        await recordEvents(`shard-${randomUUID()}`, changes(2, undefined, 4), eventOf);
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    onTestFinished(() => spy.mockRestore());
    await recordEvents(`shard-${randomUUID()}`, changes(3), eventOf);
    expect((await head()).sequence).toBe(sequence + 5);
  });

  test('does not record a dead letter when its batch returns after the next batch', async () => {
    const shardId = `shard-${randomUUID()}`;
    const [first, third] = [changes(1), changes(1, undefined, 3)];
    const { brand: other } = await createBrand('scale');
    const dead = changes(1, undefined, 2, other.id);
    await recordEvents(shardId, first, eventOf);
    await skipPast(shardId, '2');
    await recordEvents(shardId, third, eventOf);
    await recordEvents(shardId, [...first, ...dead, ...third], eventOf);
    expect(await queryPartition(eventPartition(other.id))).toEqual([]);
  });

  test('records the rest of a batch that returns together with the next one', async () => {
    const shardId = `shard-${randomUUID()}`;
    const { sequence } = await head();
    await recordEvents(shardId, changes(3), eventOf);
    await recordEvents(shardId, changes(5), eventOf);
    await recordEvents(shardId, changes(5, undefined, 3), eventOf);
    expect((await head()).sequence).toBe(sequence + 7);
  });
});

describe('the copies of events', () => {
  const pageItem = async (): Promise<Item> => {
    const [page] = (await queryPartition(eventPartition(brandId))).slice(-1);
    if (page === undefined) throw new Error('There is no page');
    return page;
  };
  const index = (before: Item | undefined, after: Item) =>
    indexEvents([{ sequenceNumber: '1', before, after }]);
  const copies = () => queryPartition(resourceEventPartition(brandId, 'cmp_1'));

  test('a copy that was erased stays erased when its segment is delivered again', async () => {
    await addPages(1, new Date());
    const page = await pageItem();
    await index(undefined, page);
    const [copy] = await copies();
    if (copy === undefined) throw new Error('There is no copy');
    await putItem({ Item: { ...copy, erased: true } });
    await index(undefined, page);
    expect(await copies()).toMatchObject([{ erased: true }]);
  });

  test('the newest segments get the copies that are missing, and a second run writes nothing', async () => {
    const events = await addPages(3, new Date());
    await index(undefined, await pageItem());
    await copyNewestEvents(brandId);
    expect((await copies()).map((copy) => storedSegment.parse(copy).sequence)).toEqual(
      events.map(({ sequence }) => sequence),
    );
    const sent = vi.spyOn(dynamoDb, 'send');
    await copyNewestEvents(brandId);
    const writes = sent.mock.calls.filter(([command]) => command === 'PutItem');
    sent.mockRestore();
    expect(writes).toEqual([]);
  });

  test('the search for missing copies ends after 100 segments with copies in a row', async () => {
    await addPages(101, new Date());
    const segments = await queryPartition(eventPartition(brandId));
    const [oldest, newest] = [segments.at(-101), segments.at(-2)];
    await indexEvents(
      segments
        .filter((segment) => segment !== oldest && segment !== newest)
        .map((after) => ({ sequenceNumber: '1', before: undefined, after })),
    );
    expect(await copies()).toHaveLength(99);
    await copyNewestEvents(brandId);
    expect(await copies()).toHaveLength(101);
  });

  test('a segment that is rewritten gets no new copies', async () => {
    await addPages(1, new Date());
    const page = await pageItem();
    await index(page, page);
    expect(await copies()).toEqual([]);
    expect(await queryPartition(actorEventPartition(brandId, 'usr_1'))).toEqual([]);
  });
});

/** Stores a segment with these events, and their copies. */
async function recordSegment(events: readonly RecordedEvent[], at: Date): Promise<void> {
  const page = {
    ...eventKeys.eventSegment(brandId, events[0]?.sequence ?? 0),
    type: 'eventSegment',
    brandId,
    ...segmentOf(events),
    expiresAt: epochSeconds(at) + secondsPerDay,
  };
  await putItem({ Item: page });
  await indexEvents([{ sequenceNumber: '1', before: undefined, after: page }]);
}

test('two erasures that rewrite the same segment at the same time erase the events of both resources', async () => {
  const at = new Date();
  const affiliateEvent = (id: string): NewEvent => ({
    ...newEvent('Ada', at, id),
    type: 'affiliate.updated',
  });
  const ids = ['aff_1', 'aff_2'];
  const events = sequenced(brandId, ids.map(affiliateEvent), await head());
  await recordSegment(events, at);
  const erase = (id: string) => eraseEvents(brandId, id, { at: at.toISOString(), for: id });
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'UpdateItem') {
      spy.mockRestore();
      await erase('aff_2');
    }
    return Reflect.apply(sendCommand, undefined, args);
  });
  onTestFinished(() => spy.mockRestore());
  await erase('aff_1');
  for (const { id } of events) {
    const found = await findEvent(brandId, id);
    expect(found?.erased).toMatchObject({ for: found?.resourceId });
    expect(JSON.stringify(found)).not.toContain('Ada');
  }
});

test('an erasure reaches the events of a resource after the first 101', async () => {
  const at = new Date();
  const events = sequenced(
    brandId,
    Array.from({ length: 102 }, (_, index) => ({
      ...newEvent('', at, 'aff_1'),
      type: 'affiliate.updated' as const,
      data: index === 101 ? { name: 'Ada' } : {},
    })),
    await head(),
  );
  await recordSegment(events, at);
  await eraseEvents(brandId, 'aff_1', { at: at.toISOString(), for: 'aff_1' });
  const found = await findEvent(brandId, events.at(-1)?.id ?? '');
  expect(found?.erased).toMatchObject({ for: 'aff_1' });
});

test('the address of a request is shown for 30 days, and not one second longer', async () => {
  const clock = fakeClock(new Date(Math.ceil(Date.now() / 1000) * 1000));
  const [event] = await addPages(1, clock.now());
  if (event === undefined) throw new Error('There is no event');
  const requestId = randomUUID();
  await transact([recordAddress({ brandId, requestId, address: '203.0.113.7' }, clock.now())]);
  const entry = { ...event, actor: { id: 'usr_1', requestId } };
  const address = async () => (await withAddresses(brandId, [entry], clock.now()))[0]?.address;
  clock.advance(30 * secondsPerDay - 1);
  expect(await address()).toBe('203.0.113.7');
  clock.advance(1);
  expect(await address()).toBeNull();
});

test('a command of the operator for an unknown brand is refused and leaves no entry', async () => {
  const unknown = newId('brand', new Date());
  await expect(recordCommand(unknown, 'brands show', new Date())).rejects.toThrow('Brand not found');
  expect(await queryPartition(auditEntryPartition(unknown))).toEqual([]);
});

test('the item of an audit entry lasts a day longer than the 14 days of the dead-letter queue', () => {
  const at = new Date('2026-03-01T09:30:00Z');
  const write = recordEntry({ brandId, type: 'operator.command_run', resourceId: brandId, data: {} }, at);
  const expiresAt = write.kind === 'put' ? write.item.expiresAt : undefined;
  expect(expiresAt).toBe(at.getTime() / 1000 + 15 * secondsPerDay);
});
