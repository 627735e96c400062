import { randomUUID } from 'node:crypto';
import { BatchGetCommand, DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { foldClicks } from '#lib/clicks/fold.ts';
import { type Click, newClick, visitType } from '#lib/clicks/visit.ts';
import { unknownVisitor } from '#lib/clicks/visitors.ts';
import { environment } from '#lib/shared/environment.ts';
import { newId } from '#lib/shared/ids.ts';
import { logger } from '#lib/shared/logger.ts';
import { documentClient, putItem } from '#lib/table/client.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { simulateStream } from '#test/support/simulated-stream.ts';
import { sized } from '#test/support/size.ts';
import { type Batch, fold, newChanges } from '#test/support/stream.ts';

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The one batch of what has been written, as the shard of another name: nothing of it has been folded in. */
async function newBatch(): Promise<Batch> {
  const batches = await newChanges();
  return { shardId: `shard-${randomUUID()}`, records: batches.flatMap(({ records }) => records) };
}

/**
 * A brand with three creators and clicks of every kind on today: on each creator 2 that count, 1 repeat, 1 bot and 1
 * of nobody known, the first two for a campaign; and 1 inactive one.
 */
async function clickedBrand() {
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

const none = { bot: 0, preview: 0, prefetch: 0, head: 0, inactive: 0, duplicate: 0 };

type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

async function statistics(token: string, query = '') {
  const { status, json } = await send('GET', `/tracking/clicks${query}`, { token });
  expect(status).toBe(200);
  const { clicks, uniqueClicks, filtered, affiliates } = json.data;
  return { clicks, uniqueClicks, filtered, affiliates };
}

/** Holds all of a brand's figures against the clicks that `clickedBrand` made. */
async function expectExact({ admin, campaign, creators }: ClickedBrand): Promise<void> {
  const ids: readonly string[] = creators.map(({ id }) => id).toSorted();
  const [first] = creators;
  expect(await statistics(admin)).toEqual({
    clicks: 9,
    uniqueClicks: 9,
    filtered: { ...none, bot: 3, duplicate: 3, inactive: 1 },
    affiliates: ids.map((affiliateId) => ({ affiliateId, clicks: 3 })),
  });
  expect(await statistics(admin, `?affiliateId=${first.id}`)).toEqual({
    clicks: 3,
    uniqueClicks: 3,
    filtered: { ...none, bot: 1, duplicate: 1, inactive: 1 },
    affiliates: [{ affiliateId: first.id, clicks: 3 }],
  });
  expect(await statistics(admin, `?campaignId=${campaign.id}`)).toEqual({
    clicks: 6,
    uniqueClicks: 6,
    filtered: none,
    affiliates: ids.map((affiliateId) => ({ affiliateId, clicks: 2 })),
  });
}

/** The items that hold figures, by key; how often they were written is no figure. */
const figures = async () =>
  (await allItems())
    .filter(({ pk }) => /#CLICK[A-Z]+#/.test(String(pk)))
    .map(({ revision: _, ...figure }) => figure);

/** As if nothing had been folded in yet. */
async function forgetFigures(): Promise<void> {
  const keys = (await figures()).map(({ pk, sk }) => ({ pk, sk }));
  await Promise.all(
    keys.map((Key) => documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key }))),
  );
}

/** What one run over the whole batch makes of it. */
async function figuresOfOneRun({ records }: Batch) {
  await forgetFigures();
  await fold({ records, shardId: `shard-${randomUUID()}` });
  return figures();
}

const positionOf = async (shardId: string) => (await allItems()).find(({ sk }) => sk === shardId)?.position;

test('a batch is folded into the figures of the brand, its creators and its campaigns', async () => {
  const clicked = await clickedBrand();
  await fold(clicked.batch);
  await expectExact(clicked);
});

test('a batch that comes again, and again, adds nothing', async () => {
  const clicked = await clickedBrand();
  await fold(clicked.batch);
  const [after, position] = [await figures(), await positionOf(clicked.batch.shardId)];
  await fold(clicked.batch);
  await fold(clicked.batch);
  expect(await figures()).toEqual(after);
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

test('batches cut anywhere, sent one to three times, and beginning again before where they ended, are exact', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked.batch;
  const expected = await figuresOfOneRun(clicked.batch);
  await fc.assert(
    fc.asyncProperty(cuts, async (steps) => {
      await forgetFigures();
      const shardId = `shard-${randomUUID()}`;
      let done = 0;
      for (const { to, back, times } of steps) {
        const batch = { shardId, records: records.slice(Math.max(0, done - back), done + to) };
        for (let time = 0; time < times; time += 1) await fold(batch);
        done = Math.min(records.length, done + to);
      }
      await fold({ shardId, records: records.slice(done) });
      expect(await figures()).toEqual(expected);
    }),
    { numRuns: sized(3, 8) },
  );
  await expectExact(clicked);
});

/** As the SDK says that a call was cut off. */
const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });

/** Cuts a run off at its nth call of the table: before the call is made, or after it is and before anyone knows. */
function killAt(call: number, when: 'before' | 'after'): void {
  const sendCommand = documentClient.send.bind(documentClient);
  let calls = 0;
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    calls += 1;
    if (calls < call) return Reflect.apply(sendCommand, undefined, args);
    if (calls === call && when === 'after') await Reflect.apply(sendCommand, undefined, args);
    throw killed();
  });
}

test('a run that is cut off between any two of its calls is made good by the next one', async () => {
  const { batch } = await manyClicks();
  const expected = await figuresOfOneRun(batch);
  for (const when of ['before', 'after'] as const) {
    let survived = false;
    for (let call = 1; !survived; call += 1) {
      await forgetFigures();
      const again = { ...batch, shardId: `shard-${randomUUID()}` };
      killAt(call, when);
      survived = await fold(again).then(
        () => true,
        () => false,
      );
      vi.restoreAllMocks();
      await fold(again);
      expect([when, call, await figures()]).toEqual([when, call, expected]);
      expect(call).toBeLessThan(15);
    }
  }
  expect(deadLetters()).toEqual([]);
});

test('a run that is cut off is made good by batches that are cut elsewhere, too', async () => {
  const { batch } = await manyClicks();
  const { records } = batch;
  const expected = await figuresOfOneRun(batch);
  const places = fc.tuple(
    fc.integer({ min: 2, max: 9 }),
    fc.constantFrom('before' as const, 'after' as const),
    fc.array(fc.integer({ min: 1, max: records.length - 1 }), { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(places, async ([call, when, ends]) => {
      await forgetFigures();
      const shardId = `shard-${randomUUID()}`;
      killAt(call, when);
      await fold({ shardId, records }).catch(() => undefined);
      vi.restoreAllMocks();
      for (const end of ends) await fold({ shardId, records: records.slice(0, end) });
      await fold({ shardId, records });
      expect(await figures()).toEqual(expected);
    }),
    { numRuns: sized(3, 8) },
  );
});

const manyCreators = 120;

/** One click on each of more creators than a transaction has room for, as the stream tells of them. */
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
    filtered: none,
    affiliates: ids.slice(0, 10).map((affiliateId) => ({ affiliateId, clicks: 1 })),
  });
}

test('a batch whose figures do not fit into one transaction is folded in by several, none over the limit', async () => {
  const clicked = await manyClicks();
  const sent = vi.spyOn(documentClient, 'send');
  await fold(clicked.batch);
  const sizes = sent.mock.calls.flatMap(([command]) =>
    command instanceof TransactWriteCommand ? [command.input.TransactItems?.length ?? 0] : [],
  );
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  await expectManyClicks(clicked);
});

test('the same batch in two runs at once is folded in once', async () => {
  const clicked = await manyClicks();
  await Promise.all([fold(clicked.batch), fold(clicked.batch), fold(clicked.batch)]);
  await expectManyClicks(clicked);
});

test.each([
  ['nothing', 0, 'reads the figures', BatchGetCommand],
  ['nothing', 0, 'writes', TransactWriteCommand],
  ['some clicks', 4, 'reads the figures', BatchGetCommand],
  ['some clicks', 4, 'writes', TransactWriteCommand],
] as const)(
  'a run that was thought dead, when %s (%i) had been folded in, and before it %s, does not add what another adds meanwhile',
  async (_, done, __, held) => {
    const clicked = await clickedBrand();
    const { shardId, records } = clicked.batch;
    const places = records.flatMap(({ dynamodb }, place) =>
      dynamodb?.NewImage?.clicks === undefined ? [] : [place],
    );
    await fold({ shardId, records: records.slice(0, places[done]) });
    const smaller: Batch = { shardId, records: records.slice(0, places[12]) };
    const sendCommand = documentClient.send.bind(documentClient);
    let overtaken = false;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      // It is held back until another run has folded a smaller batch in.
      if (args[0] instanceof held && !overtaken) {
        overtaken = true;
        await fold(smaller);
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    await fold(clicked.batch);
    expect(overtaken).toBe(true);
    vi.restoreAllMocks();
    await expectExact(clicked);
  },
);

test('shards are folded in each for itself', async () => {
  const clicked = await clickedBrand();
  const { records } = clicked.batch;
  const [one, other] = [`shard-${randomUUID()}`, `shard-${randomUUID()}`];
  await fold({ shardId: one, records: records.filter((_, index) => index % 2 === 1) });
  await fold({ shardId: other, records: records.filter((_, index) => index % 2 === 0) });
  await expectExact(clicked);
});

test('changes of anything else write nothing at all', async () => {
  await newChanges();
  const { admin } = await createBrand();
  const { id } = await invite(admin, { name: 'Ada' });
  await patch(admin, `/affiliates/${id}`, { status: 'active' });
  await createCampaign(admin, { status: 'active' });
  const batch = await newBatch();
  expect(batch.records.length).toBeGreaterThan(5);
  const before = await allItems();
  await fold(batch);
  await fold({ ...batch, records: [] });
  expect(await allItems()).toEqual(before);
});

test('a visit that leaves the table when its time is over is not counted back', async () => {
  const clicked = await clickedBrand();
  await fold(clicked.batch);
  const gone = clicked.batch.records.map((record, index) => ({
    ...record,
    eventName: 'REMOVE' as const,
    dynamodb: { SequenceNumber: `9${index}`.padStart(30, '9'), OldImage: record.dynamodb?.NewImage },
  }));
  const before = await figures();
  await fold({ shardId: clicked.batch.shardId, records: gone as Batch['records'] });
  expect(await figures()).toEqual(before);
});

test('a click that is written a second time, as after a lost answer, is counted once', async () => {
  const clicked = await clickedBrand();
  const again = (await allItems()).filter(
    ({ type, brandId }) => type === visitType && brandId === clicked.brand.id,
  );
  await Promise.all(again.map((item) => putItem({ Item: { ...item } })));
  const later = await newBatch();
  await fold(clicked.batch);
  await fold({ ...later, shardId: clicked.batch.shardId });
  await expectExact(clicked);
});

test('an event that does not name its shard is refused: nobody could tell what of it is done', async () => {
  const { handler } = await import('#functions/streams/fold-clicks.ts');
  await expect(handler({ Records: [] })).rejects.toThrow('names no shard');
});

test('the position of a shard is compared by its size, not by its digits', async () => {
  const clicked = await clickedBrand();
  const numbered = clicked.batch.records.map((record, index) => ({
    ...record,
    dynamodb: { ...record.dynamodb, SequenceNumber: String(7 + index) },
  }));
  for (const record of numbered) await fold({ ...clicked.batch, records: [record] });
  for (const record of numbered) await fold({ ...clicked.batch, records: [record] });
  await expectExact(clicked);
});

test('nothing to fold is no work', async () => {
  const sent = vi.spyOn(documentClient, 'send');
  await foldClicks('shard-of-nothing', []);
  expect(sent.mock.calls.length).toBeLessThanOrEqual(1);
});

test('what was stored and what of it counts is told to the dashboard, once however often the batch comes', async () => {
  const { batch } = await clickedBrand();
  const countEvent = vi.spyOn(logger, 'countEvent');
  await fold(batch);
  await fold(batch);
  expect(countEvent.mock.calls).toEqual([
    ['ClickStored', 16],
    ['ClickCounted', 9],
  ]);
});
