// Tests that journals of clicks and their move to rollups count each click once. compareMonth is the oracle: it recalculates the figures
// from the stored visits.
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { examineMonth, repairMonth } from '#lib/click-statistics/store/repair.ts';
import { now } from '#lib/shared/clock.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient, queryPartition } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { clickJournalPartition, clickRollupPartition, clickScope } from '#lib/table/keys/rollup-keys.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { limitJournals } from '#test/support/journals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { nextSampled, sized } from '#test/support/size.ts';
import { aggregate, aggregateNewClicks, type Batch, newChanges } from '#test/support/stream.ts';

const month = '2026-03';
const range = 'from=2026-03-01&to=2026-03-31';

limitJournals(journalLimits.changes);
afterEach(() => {
  vi.restoreAllMocks();
});

/** A brand with 36 clicks of three creators on three days, some of them duplicates, and the changes of its visits. */
async function clickedBrand() {
  const clock = fakeClock('2026-03-02T08:00:00.000Z');
  await newChanges();
  const { admin, brand } = await createBrand();
  const campaign = await createCampaign(admin, { status: 'active' });
  const creators = [await invite(admin), await invite(admin), await invite(admin)];
  const click = async (trackingCode: string, body: object) => {
    const { token } = await newToken(brand.id, 'admin');
    expect((await send('POST', `/tracking/ref/${trackingCode}`, { token, body })).status).toBeLessThan(300);
  };
  for (const [nth, time] of [
    '02T09:00',
    '02T09:30',
    '02T23:59',
    '03T10:00',
    '03T11:30',
    '04T07:00',
  ].entries()) {
    clock.set(`2026-03-${time}:00.000Z`);
    for (const [index, { trackingCode }] of creators.entries()) {
      const body = { visitorId: `v${nth % 4}`, referrer: `https://host-${nth}.test/`, country: 'DE' };
      await click(trackingCode, body);
      const inCampaign = { visitorId: `w${index}`, campaignId: campaign.id };
      await click(trackingCode, inCampaign);
    }
  }
  clock.set('2026-03-05T12:00:00.000Z');
  const records = (await newChanges()).flatMap((batch) => batch.records);
  const visits = records.filter(({ dynamodb }) => dynamodb?.NewImage?.type?.S === 'visit');
  const { token } = await newToken(brand.id, 'admin');
  return { admin: token, brand, clock, campaign, creators, records: visits };
}

type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

const newShard = () => `shard-${randomUUID()}`;

async function itemsOf({ brand, campaign, creators }: ClickedBrand): Promise<readonly Item[]> {
  const scopes = [clickScope(), clickScope(campaign.id), ...creators.map(({ id }) => clickScope('', id))];
  const partitions = scopes.map((scope) => clickRollupPartition(brand.id, scope, month));
  return (
    await Promise.all([...partitions, clickJournalPartition(brand.id, month)].map(queryPartition))
  ).flat();
}

async function reset(clicked: ClickedBrand): Promise<void> {
  for (const { pk, sk } of await itemsOf(clicked)) {
    await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: { pk, sk } }));
  }
}

async function expectExact({ brand, campaign, creators }: ClickedBrand): Promise<void> {
  const { token } = await newToken(brand.id, 'admin');
  const { clicks, differences } = await compareMonth(brand.id, month);
  expect([clicks, differences]).toEqual([36, []]);
  const statistics = async (filter: string) =>
    (await send('GET', `/tracking/clicks?${range}${filter}`, { token })).json.data;
  expect(await statistics('&groupBy=campaign')).toMatchObject({
    ...{ clicks: 33, uniqueClicks: 27, uniqueVisitors: 15, filtered: { duplicate: 3 } },
    groups: [
      { key: null, clicks: 18, uniqueClicks: 18 },
      { key: campaign.id, clicks: 15, uniqueClicks: 9 },
    ],
  });
  expect(await statistics(`&campaignId=${campaign.id}`)).toMatchObject({ clicks: 15, uniqueVisitors: 9 });
  const ofCreator = await statistics(`&affiliateId=${creators[0]?.id}&campaignId=${campaign.id}`);
  expect(ofCreator).toMatchObject({ clicks: 5, uniqueClicks: 3, uniqueVisitors: 3 });
}

const stateOf = async (clicked: ClickedBrand) => {
  const head = (await itemsOf(clicked)).find(({ sk }) => sk === 'HEAD');
  return head?.state;
};

/** The limits of a journal that moves after half of the clicks, and of one that never moves. Both have at most three clicks in their heads. */
const limits = [
  ['in a journal that moves to rollups', { changes: 18, headBytes: 420, segmentBytes: 700 }, 'moved'],
  ['in the head and segments of a journal', { changes: 5500, headBytes: 420, segmentBytes: 700 }, 'open'],
] as const;

describe.each(limits.slice(0, sized(1, 2)))('clicks %s', (_, limit, state) => {
  test('clicks count once when batches overlap, are split anywhere and repeat', async () => {
    const clicked = await clickedBrand();
    const { records } = clicked;
    const cut = fc.record({
      to: fc.integer({ min: 1, max: 9 }),
      back: fc.integer({ min: 0, max: 12 }),
      times: fc.integer({ min: 1, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 9 }), async (cuts) => {
        await reset(clicked);
        Object.assign(journalLimits, limit);
        const shardId = newShard();
        let done = 0;
        for (const { to, back, times } of cuts) {
          const batch: Batch = { shardId, records: records.slice(Math.max(0, done - back), done + to) };
          for (let time = 0; time < times; time += 1) await aggregate(batch);
          done = Math.min(records.length, done + to);
        }
        await aggregate({ shardId, records: records.slice(done) });
        await aggregate({ shardId, records });
        expect((await compareMonth(clicked.brand.id, month)).differences).toEqual([]);
      }),
      { numRuns: sized(4, 15) },
    );
    expect(await stateOf(clicked)).toBe(state);
    await expectExact(clicked);
  });

  test('clicks count once when a run is killed before or after any of its calls', async () => {
    const clicked = await clickedBrand();
    const { records } = clicked;
    Object.assign(journalLimits, limit);
    for (const moment of ['before', 'after'] as const) {
      let survived = false;
      for (let call = 1; !survived; call = nextSampled(call)) {
        await reset(clicked);
        const shardId = newShard();
        for (let at = 0; at < 15; at += 5) await aggregate({ shardId, records: records.slice(at, at + 5) });
        const batch = { shardId, records: records.slice(12, 30) };
        survived = await completesBeforeKill(call, moment, () => aggregate(batch).catch(() => undefined));
        vi.restoreAllMocks();
        await aggregate({ shardId, records: records.slice(12) });
        const { differences } = await compareMonth(clicked.brand.id, month);
        expect([moment, call, differences]).toEqual([moment, call, []]);
      }
    }
    expect(deadLetters()).toEqual([]);
    await expectExact(clicked);
  });

  test('clicks count once when several shards deliver them at the same time, some of them twice', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const shards = Array.from({ length: 4 }, (_, shard) => ({
      shardId: newShard(),
      records: clicked.records.filter((__, index) => index % 4 === shard),
    }));
    await Promise.all(
      shards.map(async ({ shardId, records }) => {
        for (let at = 0; at < records.length; at += 2) {
          const batch = { shardId, records: records.slice(Math.max(0, at - 1), at + 2) };
          await Promise.all([aggregate(batch), aggregate(batch)]);
        }
      }),
    );
    await expectExact(clicked);
  });

  test('clicks count once when a dead letter is replayed twice', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const [shardId, records] = [newShard(), clicked.records];
    const [first, ...others] = records;
    if (first === undefined) throw new Error('No records');
    await aggregate({ shardId, records: others });
    const redriven = { shardId: `${shardId}/${first.dynamodb?.SequenceNumber}`, records: [first] };
    await aggregate(redriven);
    await aggregate(redriven);
    await expectExact(clicked);
  });

  test('clicks keep their figures while statistics are read at every step of the next batch', async () => {
    const clicked = await clickedBrand();
    Object.assign(journalLimits, limit);
    const shardId = newShard();
    await aggregate({ shardId, records: clicked.records.slice(0, 15) });
    const counted = async () =>
      (await send('GET', `/tracking/clicks?${range}&groupBy=affiliate`, { token: clicked.admin })).json.data;
    const before = await counted();
    const seen: { readonly clicks: number; readonly groups: readonly { readonly clicks: number }[] }[] = [];
    const sendCommand = documentClient.send.bind(documentClient);
    let isReading = false;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      if (!isReading) {
        isReading = true;
        seen.push(await counted());
        isReading = false;
      }
      return Reflect.apply(sendCommand, undefined, args);
    });
    await aggregate({ shardId, records: clicked.records.slice(15) });
    vi.restoreAllMocks();
    const after = await counted();
    expect([before.clicks < after.clicks, seen.length > 1]).toEqual([true, true]);
    for (const { clicks, groups } of seen) {
      expect([before.clicks, after.clicks]).toContain(clicks);
      expect(groups.reduce((sum, group) => sum + group.clicks, 0)).toBe(clicks);
    }
  });
});

test('statistics that began before a journal moved to rollups count its clicks once', async () => {
  const { prefetchStatistics, readStatistics } = await import('#lib/click-statistics/store/statistics.ts');
  const { getItems } = await import('#lib/table/client.ts');
  const clicked = await clickedBrand();
  const shardId = newShard();
  await aggregate({ shardId, records: clicked.records });
  const plan = prefetchStatistics({ from: '2026-03-01', to: '2026-03-31' }, clicked.brand.id, now());
  const prefetched = plan.parse(await getItems(plan.keys));
  journalLimits.changes = 36;
  await send('POST', `/tracking/ref/${clicked.creators[0]?.trackingCode}`, { token: clicked.admin });
  await aggregateNewClicks();
  expect(await stateOf(clicked)).toBe('moved');
  expect(await readStatistics(prefetched)).toMatchObject({ clicks: 34 });
});

test('a month whose rollups are older than journals keeps its rollups', async () => {
  const clicked = await clickedBrand();
  const shardId = newShard();
  journalLimits.changes = 0;
  await aggregate({ shardId, records: clicked.records.slice(0, 20) });
  const head = (await itemsOf(clicked)).find(({ sk }) => sk === 'HEAD');
  const Key = { pk: head?.pk, sk: head?.sk };
  await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key }));
  journalLimits.changes = 5500;
  await aggregate({ shardId, records: clicked.records });
  expect(await stateOf(clicked)).toBe('moved');
  await expectExact(clicked);
});

test('`repairMonth` moves a journal with a wrong change to rollups and corrects them', async () => {
  const clicked = await clickedBrand();
  await aggregate({ shardId: newShard(), records: clicked.records.slice(1) });
  const examined = await examineMonth(clicked.brand.id, month, async () => undefined);
  expect(examined.differences.length).toBeGreaterThan(0);
  clicked.clock.set('2026-03-07T00:00:00.000Z');
  await repairMonth(examined, now());
  expect(await stateOf(clicked)).toBe('moved');
  await expectExact(clicked);
});

test('a journal keeps its clicks when its head is written again after a lost response', async () => {
  const clicked = await clickedBrand();
  const shardId = newShard();
  const sendCommand = documentClient.send.bind(documentClient);
  let puts = 0;
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    if (!(args[0] instanceof PutCommand)) return Reflect.apply(sendCommand, undefined, args);
    puts += 1;
    // The SDK repeats a call whose response is lost: the second put finds the item of the first one.
    await Reflect.apply(sendCommand, undefined, args);
    return Reflect.apply(sendCommand, undefined, args);
  });
  for (const record of clicked.records) await aggregate({ shardId, records: [record] });
  vi.restoreAllMocks();
  expect(puts).toBeGreaterThan(20);
  await expectExact(clicked);
});

test('the items of a journal and of hours expire 400 days after their month or day', async () => {
  const clicked = await clickedBrand();
  await aggregate({ shardId: newShard(), records: clicked.records });
  const seconds = (date: string) => Date.parse(`${date}T00:00:00.000Z`) / 1000;
  const [head] = await itemsOf(clicked);
  expect(head?.expiresAt).toBe(seconds('2026-04-01') + 400 * 86_400);
  await reset(clicked);
  journalLimits.changes = 0;
  await aggregate({ shardId: newShard(), records: clicked.records });
  const expiring = new Map((await itemsOf(clicked)).map(({ sk, expiresAt }) => [sk, expiresAt]));
  expect(expiring.get('HOURS#2026-03-02')).toBe(seconds('2026-03-02') + 400 * 86_400);
  expect(expiring.get('TOTALS#HOUR#2026-03-02T23')).toBe(seconds('2026-03-02') + 400 * 86_400);
  expect([expiring.get('TOTALS#DAY#2026-03-02'), expiring.get('TOTALS#MONTH')]).toEqual([
    undefined,
    undefined,
  ]);
});
