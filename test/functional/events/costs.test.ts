// Tests what an event costs: its page, its copy beside the resource, and the references of its actor.
import { expect, test } from 'vitest';
import { eventOf } from '#lib/care/catalog/event-of.ts';
import { changesIn } from '#lib/foundation/streams/changes.ts';
import { indexEvents } from '#lib/record/events/store/index-events.ts';
import { recordEvents } from '#lib/record/events/store/record.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import { inviteActive, recordOrder } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { createBrand } from '#test/support/service.ts';
import { newChanges } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

const allChanges = async () => {
  const batches = await newChanges();
  return changesIn({ Records: batches.flatMap(({ records }) => [...records]) });
};

/** Returns the units of the events of `count` orders, for each event. */
async function unitsPerEvent(count: number) {
  const { admin: token } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  await recordAllEvents();
  const before = (await followFeed(token)).length;
  await runInBatches(count, () => recordOrder(token, { trackingCode }));
  const changes = await allChanges();
  const [, recording] = await trafficOf(() => recordEvents('costs', changes, eventOf));
  const [, indexing] = await trafficOf(async () => indexEvents(await allChanges()));
  const events = (await followFeed(token)).length - before;
  expect(events).toBe(2 * count);
  return {
    all: (recording.capacity + indexing.capacity) / events,
    write: (recording.writeUnits + indexing.writeUnits) / events,
  };
}

test('an event of a full batch costs at most 2 write units, and at most 3 units with its reads', async () => {
  const { write, all } = await unitsPerEvent(100);
  expect(write).toBeLessThanOrEqual(2);
  expect(all).toBeLessThanOrEqual(3);
});

test('an event of a batch with one order costs at most 3 write units, and at most 6 units with its reads', async () => {
  const { write, all } = await unitsPerEvent(1);
  expect(write).toBeLessThanOrEqual(3);
  expect(all).toBeLessThanOrEqual(6);
});
