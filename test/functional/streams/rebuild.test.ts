// Tests that wrong figures are found and corrected, from the clicks and the ledger.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { overflowItem, visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { clickPartition } from '#lib/foundation/table/keys/keys.ts';
import { encodeSheet } from '#lib/outlets/figures/rules/sheet.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { examineFigures, rebuildFigures } from '#lib/outlets/figures/store/rebuild.ts';
import { createCampaign, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { figureItems, storedFigures } from '#test/support/figures.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

/** A brand with 20 clicks and two orders on three days of March, whose days begin in Tokyo. */
async function clickedBrand(clock: FakeClock) {
  clock.set('2026-03-01T12:00:00.000Z');
  const { admin, brand } = await createBrand();
  await patch(admin, '/brand', { timezone: 'Asia/Tokyo' });
  const campaign = await createCampaign(admin, { status: 'active' });
  const creators = [await inviteActive(admin), await inviteActive(admin)];
  const click = async (visitorId: string, body: object = {}) => {
    const { token } = await newToken(brand.id, 'admin');
    for (const { trackingCode } of creators) {
      const sent = { visitorId, country: 'DE', ...body };
      await send('POST', `/tracking/ref/${trackingCode}`, { token, body: sent });
    }
  };
  for (const time of ['02T09:00', '02T09:30', '02T11:00', '03T14:59', '03T15:01']) {
    clock.set(`2026-03-${time}:00.000Z`);
    await click('v');
    await click('w', { campaignId: campaign.id });
    await aggregateNewClicks();
  }
  const { token } = await newToken(brand.id, 'admin');
  for (const { trackingCode } of creators) await recordOrder(token, { trackingCode });
  await aggregateNewClicks();
  const statistics = async () => {
    const query = 'from=2026-02-01&to=2026-03-31';
    const answer = await send('GET', `/tracking/clicks?${query}`, {
      token: (await newToken(brand.id, 'admin')).token,
    });
    return answer.json.data;
  };
  return { brand, creators, click, statistics };
}

const put = (Item: Item) => dynamoDb.send('PutItem', { TableName: environment.TABLE_NAME, Item });

const remove = ({ pk, sk }: Item) =>
  dynamoDb.send('DeleteItem', { TableName: environment.TABLE_NAME, Key: { pk, sk } });

const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
const doNotWait = async () => {};

test('`examineFigures` reports no differences for correct figures without waiting', async () => {
  const { brand, statistics } = await clickedBrand(fakeClock());
  expect(await examineFigures(brand.id, now(), failOnWait)).toMatchObject({ differences: [], moving: 0 });
  expect(await statistics()).toMatchObject({ clicks: 12, filtered: { duplicate: 8 } });
});

test('`examineFigures` reports no difference for a stored click that is counted while it waits', async () => {
  const clock = fakeClock();
  const { brand, click } = await clickedBrand(clock);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('x');
  expect((await compareFigures(brand.id, now())).differences.length).toBeGreaterThan(0);
  const examined = await examineFigures(brand.id, now(), aggregateNewClicks);
  expect([examined.differences, examined.moving]).toEqual([[], 0]);
});

test('`rebuildFigures` corrects wrong, missing and surplus figures, and further clicks and orders are added to them', async () => {
  const clock = fakeClock();
  const { brand, creators, click, statistics } = await clickedBrand(clock);
  const [correct, before] = [await storedFigures(brand.id), await statistics()];
  const items = await figureItems(brand.id);
  const [wrong, missing, other] = items.filter(({ sk }) => String(sk).includes('DAY#2026-03-02'));
  if (wrong === undefined || missing === undefined || other === undefined) throw new Error('No figures');
  await put({ ...wrong, figures: other.figures, values: other.values });
  await remove(missing);
  const surplus: Item = { ...wrong, sk: String(wrong.sk).replace('2026-03-02', '2026-01-09') };
  await put(surplus);

  const examined = await examineFigures(brand.id, now(), doNotWait);
  expect(examined.differences.map(({ key }) => `${key.pk} ${key.sk}`).toSorted()).toEqual(
    [wrong, missing, surplus].map(({ pk, sk }) => `${pk} ${sk}`).toSorted(),
  );
  await rebuildFigures(brand.id, now(), doNotWait);
  expect(await storedFigures(brand.id)).toEqual(correct);
  expect(await statistics()).toEqual(before);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('z');
  await aggregateNewClicks();
  expect((await statistics()).clicks).toBe(before.clicks + creators.length);
  expect((await compareFigures(brand.id, now())).differences).toEqual([]);
});

test('`rebuildFigures` changes nothing if an item changes after the comparison', async () => {
  const { brand } = await clickedBrand(fakeClock());
  const [item] = await figureItems(brand.id);
  if (item === undefined) throw new Error('No figures');
  const wrong = { ...item, ...encodeSheet(new Map()), values: undefined };
  await put(wrong);
  let comparisons = 0;
  const changeAfterComparison = async () => {
    comparisons += 1;
    await put({ ...wrong, revision: Number(item.revision) + 7 });
  };
  const { differences, moving } = await rebuildFigures(brand.id, now(), changeAfterComparison);
  expect([comparisons, differences, moving]).toEqual([1, [], 1]);
});

test('figures of clicks stay when clicks of their month have expired, and those of orders are still corrected', async () => {
  const clock = fakeClock();
  const { brand, statistics } = await clickedBrand(clock);
  const before = await statistics();
  clock.set('2026-07-15T12:00:00.000Z');
  const visits = (await allItems()).filter(({ pk }) => String(pk).startsWith(`${brand.id}#CLICK#`));
  for (const visit of visits) await remove(visit);
  expect((await compareFigures(brand.id, now())).differences).toEqual([]);
  const [item] = (await figureItems(brand.id)).filter(({ sk }) => String(sk).startsWith('DISCOUNT#DAY'));
  if (item === undefined) throw new Error('No figures');
  await put({ ...item, ...encodeSheet(new Map()), values: undefined });
  expect((await rebuildFigures(brand.id, now(), doNotWait)).differences).toHaveLength(1);
  expect((await compareFigures(brand.id, now())).differences).toEqual([]);
  expect(await statistics()).toEqual(before);
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

test('a comparison reads all visits of a day when a partition of the day is larger than 1 MB', async () => {
  fakeClock('2026-03-05T10:00:00.000Z');
  const { admin, brand } = await createBrand();
  const { id: affiliateId, trackingCode } = await inviteActive(admin);
  const hosts = Array.from({ length: 6 }, (_, nth) => `host-${nth}.test`);
  await storeVisits({ brandId: brand.id, affiliateId, trackingCode }, hosts, {
    padding: 'x'.repeat(300_000),
  });
  await aggregateNewClicks();
  const visits = (await allItems()).filter(({ pk }) => pk === clickPartition(brand.id, '2026-03-05', '0'));
  expect([visits.length, JSON.stringify(visits).length > 1_500_000]).toEqual([hosts.length, true]);
  expect((await compareFigures(brand.id, now())).differences).toEqual([]);
});
