import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type Click, newClick, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { unknownVisitor } from '#lib/clicks/tracking/rules/visitors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { changesIn } from '#lib/foundation/streams/changes.ts';
import { dynamoDb, putItem } from '#lib/foundation/table/client.ts';
import { countChanges } from '#lib/outlets/figures/store/count-changes.ts';
import { noneFiltered } from '#test/support/clicks.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { deleteFigures, storedFigures } from '#test/support/figures.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { simulateStream } from '#test/support/simulated-stream.ts';
import { hasTurn, sized } from '#test/support/size.ts';
import { aggregate, type Batch, newChanges } from '#test/support/stream.ts';

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns all new records as one batch of a new shard, so that none of them counts as processed. */
async function newBatch(): Promise<Batch> {
  const batches = await newChanges();
  return { shardId: `shard-${randomUUID()}`, records: batches.flatMap(({ records }) => records) };
}

/**
 * A brand with three creators. Each has 3 counted clicks of today (2 for a campaign, 1 without a visitor), 1 duplicate and
 * 1 bot click; the first creator also has 1 inactive click.
 */
async function recordClicks() {
  await newChanges();
  const { admin, brand } = await createBrand();
  const campaign = await createCampaign(admin, { status: 'active' });
  const creators = [await invite(admin), await invite(admin), await invite(admin)];
  for (const { trackingCode } of creators) {
    const report = (body: object) => send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body });
    await report({ visitorId: 'v', campaignId: campaign.id });
    await report({ visitorId: 'v' });
    await report({ visitorId: 'w', campaignId: campaign.id });
    await report({ userAgent: bot });
    await report({});
  }
  await patch(admin, `/affiliates/${creators[0].id}`, { status: 'banned' });
  await send('POST', `/tracking/ref/${creators[0].trackingCode}`, { token: admin });
  return { admin, brand, campaign, creators, batch: await newBatch() };
}

type ClickedBrand = Awaited<ReturnType<typeof recordClicks>>;

let recorded: Promise<ClickedBrand> | undefined;

/** The tests share the brand and its clicks, and each begins without figures, with the clicks in a new shard. */
async function clickedBrand(): Promise<ClickedBrand> {
  recorded ??= recordClicks();
  const { batch, ...clicked } = await recorded;
  await Promise.all([deleteFigures(), newChanges()]);
  return { ...clicked, batch: { ...batch, shardId: `shard-${randomUUID()}` } };
}

async function statistics(token: string, query = '') {
  const { status, json } = await send('GET', `/tracking/clicks${query}`, { token });
  expect(status).toBe(200);
  const { clicks, uniqueClicks, filtered, affiliates } = json.data;
  return { clicks, uniqueClicks, filtered, affiliates };
}

/** Compares the statistics of a brand with the clicks that `clickedBrand` recorded. */
async function expectExact({ admin, campaign, creators }: ClickedBrand): Promise<void> {
  const ids: readonly string[] = creators.map(({ id }) => id).toSorted();
  const [first] = creators;
  expect(await statistics(admin)).toEqual({
    clicks: 9,
    uniqueClicks: 9,
    filtered: { ...noneFiltered, bot: 3, duplicate: 3, inactive: 1 },
    affiliates: ids.map((affiliateId) => ({ affiliateId, clicks: 3 })),
  });
  expect(await statistics(admin, `?affiliateId=${first.id}`)).toEqual({
    clicks: 3,
    uniqueClicks: 3,
    filtered: { ...noneFiltered, bot: 1, duplicate: 1, inactive: 1 },
    affiliates: [{ affiliateId: first.id, clicks: 3 }],
  });
  expect(await statistics(admin, `?campaignId=${campaign.id}`)).toEqual({
    clicks: 6,
    uniqueClicks: 6,
    filtered: noneFiltered,
    affiliates: ids.map((affiliateId) => ({ affiliateId, clicks: 2 })),
  });
}

/** The figures after a single run over the whole batch. */
async function figuresOfOneRun({ records }: Batch) {
  await deleteFigures();
  await aggregate({ records, shardId: `shard-${randomUUID()}` });
  return storedFigures();
}

const positionOf = async (shardId: string) => (await allItems()).find(({ sk }) => sk === shardId)?.position;

test('`countChanges` adds a batch of clicks to the figures of the brand, its creators and its campaigns', async () => {
  const clicked = await clickedBrand();
  await aggregate(clicked.batch);
  await expectExact(clicked);
});

test('`countChanges` adds nothing to the figures when a batch of clicks is delivered again', async () => {
  const clicked = await clickedBrand();
  await aggregate(clicked.batch);
  const [after, position] = [await storedFigures(), await positionOf(clicked.batch.shardId)];
  await aggregate(clicked.batch);
  await aggregate(clicked.batch);
  expect(await storedFigures()).toEqual(after);
  expect(await positionOf(clicked.batch.shardId)).toBe(position);
  await expectExact(clicked);
});

const cuts = fc.array(
  fc.record({
    to: fc.integer({ min: 1, max: 12 }),
    back: fc.integer({ min: 0, max: 8 }),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('`countChanges` counts each click once when batches overlap, are split anywhere and repeat up to three times', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked.batch;
  const expected = await figuresOfOneRun(clicked.batch);
  await fc.assert(
    fc.asyncProperty(cuts, async (steps) => {
      await deleteFigures();
      const shardId = `shard-${randomUUID()}`;
      let done = 0;
      for (const { to, back, times } of steps) {
        const batch = { shardId, records: records.slice(Math.max(0, done - back), done + to) };
        for (let time = 0; time < times; time += 1) await aggregate(batch);
        done = Math.min(records.length, done + to);
      }
      await aggregate({ shardId, records: records.slice(done) });
      expect(await storedFigures()).toEqual(expected);
    }),
    { numRuns: sized(2, 8) },
  );
  await expectExact(clicked);
});

/** The error of an interrupted call. */
const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });

/** Interrupts a run before its nth table call, or after the call but before its response. */
function killAt(call: number, when: 'before' | 'after'): void {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let calls = 0;
  vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    calls += 1;
    if (calls < call) return Reflect.apply(sendCommand, undefined, args);
    if (calls === call && when === 'after') await Reflect.apply(sendCommand, undefined, args);
    throw killed();
  });
}

test('`countChanges` completes a run that was interrupted before or after any of its table calls', async () => {
  const { batch } = await clickedBrand();
  const expected = await figuresOfOneRun(batch);
  for (const when of ['before', 'after'] as const) {
    let survived = false;
    for (let call = 1; !survived; call += 1) {
      if (!hasTurn(call, 12, 3)) continue;
      await deleteFigures();
      const again = { ...batch, shardId: `shard-${randomUUID()}` };
      killAt(call, when);
      survived = await aggregate(again).then(
        () => true,
        () => false,
      );
      vi.restoreAllMocks();
      await aggregate(again);
      expect([when, call, await storedFigures()]).toEqual([when, call, expected]);
      expect(call).toBeLessThan(60);
    }
  }
  expect(deadLetters()).toEqual([]);
});

test('`countChanges` completes an interrupted run when its records return in other batches', async () => {
  const { batch } = await manyClicks();
  const { records } = batch;
  const expected = await figuresOfOneRun(batch);
  // Every run makes at least four calls: it reads the time zone, the checkpoint and the figures, and writes them.
  const places = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('before' as const, 'after' as const),
    fc.array(fc.integer({ min: 1, max: records.length - 1 }), { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(places, async ([call, when, ends]) => {
      await deleteFigures();
      const shardId = `shard-${randomUUID()}`;
      killAt(call, when);
      await expect(aggregate({ shardId, records })).rejects.toThrow();
      vi.restoreAllMocks();
      for (const end of ends) await aggregate({ shardId, records: records.slice(0, end) });
      await aggregate({ shardId, records });
      expect(await storedFigures()).toEqual(expected);
    }),
    { numRuns: sized(2, 8) },
  );
});

const manyCreators = 120;

/** A stream batch with one click on each of many creators. */
async function manyClicks() {
  const { admin, brand } = await createBrand();
  const creators = Array.from({ length: manyCreators }, (_, nth) => ({
    id: newId('affiliate', new Date(nth)),
    trackingCode: `creator-${nth}`,
  }));
  const clicks = creators.map(({ id: affiliateId, trackingCode }) => {
    const facts = {
      campaignId: null,
      filtered: null,
      device: 'other',
      country: null,
      referrerHost: null,
    } as const;
    return newClick({ brandId: brand.id, affiliateId, trackingCode, ...facts }, unknownVisitor(), new Date());
  });
  const arrivals = Uint32Array.from(clicks.keys());
  const [shards = []] = simulateStream({ arrivals, click: (place) => clicks[place] as Click }, 1).epochs();
  const records = shards.flatMap((shard) => shard.records);
  return { admin, creators, batch: { shardId: `shard-${randomUUID()}`, records } };
}

async function expectManyClicks({ admin, creators }: Awaited<ReturnType<typeof manyClicks>>): Promise<void> {
  const ids: readonly string[] = creators.map(({ id }) => id).toSorted();
  expect(await statistics(admin)).toEqual({
    clicks: manyCreators,
    uniqueClicks: manyCreators,
    filtered: noneFiltered,
    affiliates: ids.slice(0, 10).map((affiliateId) => ({ affiliateId, clicks: 1 })),
  });
}

test('`countChanges` counts a batch of many creators', async () => {
  const clicked = await manyClicks();
  await aggregate(clicked.batch);
  await expectManyClicks(clicked);
});

test('`countChanges` counts a batch once when three runs process it at the same time', async () => {
  const clicked = await manyClicks();
  await Promise.all([aggregate(clicked.batch), aggregate(clicked.batch), aggregate(clicked.batch)]);
  await expectManyClicks(clicked);
});

test.each([
  [0, 'reads the figures', 'BatchGetItem'],
  [0, 'writes', 'PutItem'],
  [4, 'reads the figures', 'BatchGetItem'],
  [4, 'writes', 'PutItem'],
] as const)(
  '`countChanges` counts clicks once when a run that stalls after %i clicks, before it %s, is overtaken by another run',
  async (processedClicks, _, stalled) => {
    const clicked = await clickedBrand();
    const { shardId, records } = clicked.batch;
    const places = records.flatMap(({ dynamodb }, place) =>
      dynamodb?.NewImage?.clicks === undefined ? [] : [place],
    );
    await aggregate({ shardId, records: records.slice(0, places[processedClicks]) });
    const smaller: Batch = { shardId, records: records.slice(0, places[12]) };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    let overtaken = false;
    vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      // Stall until another run has processed a smaller batch.
      if (args[0] === stalled && !overtaken) {
        overtaken = true;
        await aggregate(smaller);
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    await aggregate(clicked.batch);
    expect(overtaken).toBe(true);
    vi.restoreAllMocks();
    await expectExact(clicked);
  },
);

test('`countChanges` counts the clicks of each stream shard independently', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked.batch;
  const [one, other] = [`shard-${randomUUID()}`, `shard-${randomUUID()}`];
  await aggregate({ shardId: one, records: records.filter((_, index) => index % 2 === 1) });
  await aggregate({ shardId: other, records: records.filter((_, index) => index % 2 === 0) });
  await expectExact(clicked);
});

test('`countChanges` counts the first clicks of two stream shards that read the figures before either writes them', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked.batch;
  const half = (rest: number): Batch => ({
    shardId: `shard-${randomUUID()}`,
    records: records.filter((_, index) => index % 2 === rest),
  });
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let overtaken = false;
  vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const { pk } = Object(Object(args[1]).Item);
    if (args[0] === 'PutItem' && String(pk).includes('#FIGURES') && !overtaken) {
      overtaken = true;
      await aggregate(half(1));
    }
    return Reflect.apply(sendCommand, undefined, args);
  });
  await aggregate(half(0));
  expect(overtaken).toBe(true);
  vi.restoreAllMocks();
  await expectExact(clicked);
});

test('`countChanges` reads the time zone with strong consistency, so that a click after its change has the new day', async () => {
  const { brand, batch } = await clickedBrand();
  const sent = vi.spyOn(dynamoDb, 'send');
  await aggregate(batch);
  const readings = sent.mock.calls.flatMap(([, input]) =>
    Object.values<{ Keys: { pk: string; sk: string }[]; ConsistentRead: boolean }>(
      Object(input).RequestItems ?? {},
    ),
  );
  const ofBrand = readings.filter(({ Keys: keys }) =>
    keys.some(({ pk, sk }) => pk === brand.id && sk === brand.id),
  );
  expect(ofBrand.length).toBeGreaterThan(0);
  expect(readings.filter(({ ConsistentRead: isConsistent }) => !isConsistent)).toEqual([]);
});

test('`countChanges` writes nothing for records that are not clicks', async () => {
  await newChanges();
  const { admin } = await createBrand();
  const { id } = await invite(admin, { name: 'Ada' });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  await createCampaign(admin, { status: 'active' });
  const batch = await newBatch();
  expect(batch.records.length).toBeGreaterThan(5);
  const before = await allItems();
  await countChanges(batch.shardId, changesIn({ Records: [...batch.records] }));
  await countChanges(batch.shardId, []);
  expect(await allItems()).toEqual(before);
});

test('`countChanges` keeps the counts when visits expire from the table', async () => {
  const clicked = await clickedBrand();
  await aggregate(clicked.batch);
  const gone = clicked.batch.records.map((record, index) => ({
    ...record,
    eventName: 'REMOVE' as const,
    dynamodb: { SequenceNumber: `9${index}`.padStart(30, '9'), OldImage: record.dynamodb?.NewImage },
  }));
  const before = await storedFigures();
  await aggregate({ shardId: clicked.batch.shardId, records: gone as Batch['records'] });
  expect(await storedFigures()).toEqual(before);
});

test('`countChanges` counts a click once when it is written again after a lost response', async () => {
  const clicked = await clickedBrand();
  const again = (await allItems()).filter(
    ({ type, brandId }) => type === visitType && brandId === clicked.brand.id,
  );
  await Promise.all(again.map((item) => putItem({ Item: { ...item } })));
  const later = await newBatch();
  await aggregate(clicked.batch);
  await aggregate({ ...later, shardId: clicked.batch.shardId });
  await expectExact(clicked);
});

// The function must throw, because it finds the processed records of an event by the shard.
test('the stream function throws for an event without a shard', async () => {
  const { handler } = await import('#functions/streams/aggregate-clicks.ts');
  await expect(handler({ Records: [] })).rejects.toThrow('has no shardId');
});

test('`countChanges` compares the sequence numbers of a shard as numbers, not as text', async () => {
  const clicked = await clickedBrand();
  const numbered = clicked.batch.records.map((record, index) => ({
    ...record,
    dynamodb: { ...record.dynamodb, SequenceNumber: String(7 + index) },
  }));
  for (const record of numbered) await aggregate({ ...clicked.batch, records: [record] });
  for (const record of numbered) await aggregate({ ...clicked.batch, records: [record] });
  await expectExact(clicked);
});

test('`countChanges` makes no table call for an empty batch', async () => {
  const sent = vi.spyOn(dynamoDb, 'send');
  await countChanges('shard-of-nothing', []);
  expect(sent.mock.calls).toEqual([]);
});

test('`countChanges` adds stored and counted clicks to the metrics once when a batch is delivered twice', async () => {
  const { batch } = await clickedBrand();
  const countEvent = vi.spyOn(logger, 'countEvent');
  await aggregate(batch);
  await aggregate(batch);
  expect(countEvent.mock.calls).toEqual([
    ['ClickStored', 16],
    ['ClickCounted', 9],
  ]);
});
