import { randomInt } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { examineMonth, repairMonth, retainedMonths } from '#lib/click-statistics/store/repair.ts';
import { now } from '#lib/shared/clock.ts';
import { encodeNumber } from '#lib/shared/crockford.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { clickPartition } from '#lib/table/keys/keys.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { overflowItem, visitKey } from '#lib/tracking/writes/visits.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { limitJournals } from '#test/support/journals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const month = '2026-03';

// These tests are about rollups. Those of journals are in journals.test.ts.
limitJournals(0);

/** A brand with 20 clicks on three days of March. */
async function clickedBrand(clock: FakeClock) {
  const { admin, brand } = await createBrand();
  const campaign = await createCampaign(admin, { status: 'active' });
  const creators = [await invite(admin), await invite(admin)];
  const click = async (visitorId: string, body: object = {}) => {
    for (const { trackingCode } of creators) {
      const sent = { visitorId, country: 'DE', ...body };
      await send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: sent });
    }
  };
  for (const time of ['02T09:00', '02T09:30', '02T11:00', '03T23:59', '04T00:01']) {
    clock.set(`2026-03-${time}:00.000Z`);
    await click('v');
    await click('w', { campaignId: campaign.id });
    await aggregateNewClicks();
  }
  return { admin, brand, creators, click };
}

const rollupsOf = async (brandId: string) =>
  (await allItems()).filter(({ pk }) => String(pk).startsWith(`${brandId}#CLICKSHEETS#`));

const put = (Item: Item) => documentClient.send(new PutCommand({ TableName: environment.TABLE_NAME, Item }));

const remove = ({ pk, sk }: Item) =>
  documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: { pk, sk } }));

const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));

test('`examineMonth` reports no differences for correct rollups without waiting', async () => {
  const { brand } = await clickedBrand(fakeClock());
  expect(await examineMonth(brand.id, month, failOnWait)).toMatchObject({
    clicks: 20,
    differences: [],
    moving: 0,
  });
});

test('`examineMonth` reports no difference for a stored click that is aggregated while it waits', async () => {
  const clock = fakeClock();
  const { brand, click } = await clickedBrand(clock);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('x');
  expect((await compareMonth(brand.id, month)).differences.length).toBeGreaterThan(0);
  let waits = 0;
  const examined = await examineMonth(brand.id, month, async () => {
    waits += 1;
    await aggregateNewClicks();
  });
  expect([examined.clicks, examined.differences, examined.moving, waits]).toEqual([22, [], 0, 1]);
});

test('`examineMonth` reports rollups as still changing while new clicks keep arriving', async () => {
  const clock = fakeClock();
  const { brand, click } = await clickedBrand(clock);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('x');
  let visitor = 0;
  const examined = await examineMonth(brand.id, month, async () => {
    await aggregateNewClicks();
    visitor += 1;
    await click(`y${visitor}`);
  });
  expect(examined.differences).toEqual([]);
  expect(examined.moving).toBeGreaterThan(0);
  await aggregateNewClicks();
});

test('`examineMonth` reports wrong, missing and surplus rollups, and `repairMonth` repairs them once no click can be in flight', async () => {
  const clock = fakeClock();
  const { admin, brand, creators, click } = await clickedBrand(clock);
  const correct = await rollupsOf(brand.id);
  const statistics = async () =>
    (await send('GET', '/tracking/clicks?from=2026-03-01&to=2026-03-31', { token: admin })).json.data;
  const before = await statistics();
  const [wrong, missing] = correct.filter(({ sk }) => String(sk).startsWith('TOTALS#DAY#2026-03-02'));
  const other = correct.find(({ sk }) => sk === 'TOTALS#DAY#2026-03-03');
  if (wrong === undefined || missing === undefined || other === undefined) throw new Error('No figures');
  await put({ ...wrong, figures: other.figures });
  await remove(missing);
  const surplus: Item = { ...wrong, sk: 'TOTALS#DAY#2026-03-09' };
  await put(surplus);

  let waits = 0;
  const wait = async () => {
    waits += 1;
  };
  const examined = await examineMonth(brand.id, month, wait);
  expect([examined.moving, waits]).toEqual([0, 1]);
  expect(examined.differences.map(({ key }) => `${key.pk} ${key.sk}`).toSorted()).toEqual(
    [wrong, missing, surplus].map(({ pk, sk }) => `${pk} ${sk}`).toSorted(),
  );

  clock.set('2026-03-05T01:00:59.000Z');
  await expect(repairMonth(examined, now())).rejects.toThrow('at the earliest at 2026-03-05T01:01:00.000Z');
  expect((await compareMonth(brand.id, month)).differences).toHaveLength(3);
  clock.set('2026-03-05T01:01:00.000Z');
  await repairMonth(examined, now());
  const plain = (items: readonly Item[]) => items.map(({ revision: _, ...item }) => item);
  expect(plain(await rollupsOf(brand.id))).toEqual(plain(correct));
  expect(await statistics()).toEqual(before);
  // New clicks continue from the repaired rollups.
  await click('z');
  await aggregateNewClicks();
  expect((await statistics()).clicks).toBe(before.clicks + creators.length);
  expect((await compareMonth(brand.id, month)).differences).toEqual([]);
});

test('`repairMonth` throws when rollups changed after they were examined', async () => {
  const clock = fakeClock();
  const { brand } = await clickedBrand(clock);
  const [rollup] = await rollupsOf(brand.id);
  if (rollup === undefined) throw new Error('No figures');
  await put({ ...rollup, figures: new Uint8Array([1]) });
  const examined = await examineMonth(brand.id, month, async () => undefined);
  expect(examined.differences).toHaveLength(1);
  await put({ ...rollup, revision: Number(rollup.revision) + 7 });
  clock.set('2026-03-08T00:00:00.000Z');
  await expect(repairMonth(examined, now())).rejects.toThrow('changed since the comparison');
});

test('`retainedMonths` lists the months whose first day has not expired', () => {
  const [before, after] = [new Date('2026-04-01T23:59:59.999Z'), new Date('2026-04-02T00:00:00.000Z')];
  expect(retainedMonths(before)).toEqual(['2026-04', '2026-03', '2026-02', '2026-01']);
  expect(retainedMonths(after)).toEqual(['2026-04', '2026-03', '2026-02']);
});

interface Creator {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
}

/** Stores a visit with one click from each host, as links do. All are in one of the 32 partitions of the day. */
async function storeVisits(creator: Creator, hosts: readonly string[], attributes: Item = {}) {
  for (const referrerHost of hosts) {
    const visitSuffix = encodeNumber(randomInt(32 ** 8), 16);
    const facts = { campaignId: null, filtered: null, country: null, device: 'other', referrerHost } as const;
    const click = newClick({ ...creator, ...facts }, { visitSuffix, visitor: visitSuffix.slice(8) }, now());
    const { beyond: _, ...item } = overflowItem(click, 90);
    await put({ ...item, ...attributes, ...visitKey(creator.brandId, click.id) });
  }
}

async function creatorOfNewBrand() {
  const { admin, brand } = await createBrand();
  const { id: affiliateId, trackingCode } = await invite(admin);
  return { admin, creator: { brandId: brand.id, affiliateId, trackingCode } };
}

describe('a rebuild', () => {
  test('a rebuild reads all visits of a day when a partition of the day is larger than 1 MB', async () => {
    fakeClock('2026-03-05T10:00:00.000Z');
    const { creator } = await creatorOfNewBrand();
    const hosts = Array.from({ length: 6 }, (_, nth) => `host-${nth}.test`);
    await storeVisits(creator, hosts, { padding: 'x'.repeat(300_000) });
    await aggregateNewClicks();
    const visits = (await allItems()).filter(
      ({ pk }) => pk === clickPartition(creator.brandId, '2026-03-05', '0'),
    );
    expect([visits.length, JSON.stringify(visits).length > 1_500_000]).toEqual([hosts.length, true]);
    const { clicks, differences } = await compareMonth(creator.brandId, month);
    expect([clicks, differences]).toEqual([hosts.length, []]);
  });

  test('a rebuild finds no difference when a creator has more than 200 referrers, and the real ones keep their counts', async () => {
    const clock = fakeClock('2026-03-06T10:00:00.000Z');
    const { admin, creator } = await creatorOfNewBrand();
    const forged = Array.from({ length: 230 }, (_, nth) => `forged-${nth}.test`);
    const real = ['blog.test', 'news.test'].flatMap((host) => Array.from({ length: 12 }, () => host));
    for (const hosts of [forged.slice(0, 210), real, forged.slice(210)]) {
      await storeVisits(creator, hosts);
      await aggregateNewClicks();
      clock.advance(1200);
    }
    // The click of a later hour closes the hour of the others.
    clock.advance(3600);
    await storeVisits(creator, ['blog.test']);
    await aggregateNewClicks();
    const { clicks, differences } = await compareMonth(creator.brandId, month);
    expect([clicks, differences]).toEqual([forged.length + real.length + 1, []]);
    const query = `affiliateId=${creator.affiliateId}&groupBy=referrer&from=2026-03-06&to=2026-03-06`;
    const { json } = await send('GET', `/tracking/clicks?${query}`, { token: admin });
    expect(json.data.groups.slice(0, 2)).toEqual([
      { key: 'blog.test', clicks: 13, uniqueClicks: 13 },
      { key: 'news.test', clicks: 12, uniqueClicks: 12 },
    ]);
    const listed = json.data.groups.reduce((sum: number, group: { clicks: number }) => sum + group.clicks, 0);
    expect(listed + json.data.otherGroups.clicks).toBe(clicks);
  });
});
