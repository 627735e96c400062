import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { examineMonth, monthsKept, repairMonth } from '#lib/click-statistics/store/repair.ts';
import { now } from '#lib/shared/clock.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient } from '#lib/table/client.ts';
import { type Item } from '#lib/table/keys/item.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { foldNewClicks } from '#test/support/stream.ts';

const month = '2026-03';

/** A brand that was clicked on, on three days of March, over some hours. */
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
    await foldNewClicks();
  }
  return { admin, brand, creators, click };
}

const figuresOf = async (brandId: string) =>
  (await allItems()).filter(({ pk }) => String(pk).startsWith(`${brandId}#CLICKSHEETS#`));

const put = (Item: Item) => documentClient.send(new PutCommand({ TableName: environment.TABLE_NAME, Item }));

const remove = ({ pk, sk }: Item) =>
  documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: { pk, sk } }));

const never = () => Promise.reject(new Error('There was nothing to wait for'));

test('figures that are right are found right at the first look', async () => {
  const { brand } = await clickedBrand(fakeClock());
  expect(await examineMonth(brand.id, month, never)).toMatchObject({
    clicks: 20,
    differences: [],
    moving: 0,
  });
});

test('a click that is stored and not yet folded in is no difference', async () => {
  const clock = fakeClock();
  const { brand, click } = await clickedBrand(clock);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('x');
  expect((await compareMonth(brand.id, month)).differences.length).toBeGreaterThan(0);
  let waits = 0;
  const examined = await examineMonth(brand.id, month, async () => {
    waits += 1;
    await foldNewClicks();
  });
  expect([examined.clicks, examined.differences, examined.moving, waits]).toEqual([22, [], 0, 1]);
});

test('where clicks never end, what they are on their way to is said to be moving', async () => {
  const clock = fakeClock();
  const { brand, click } = await clickedBrand(clock);
  clock.set('2026-03-04T05:00:00.000Z');
  await click('x');
  let visitor = 0;
  const examined = await examineMonth(brand.id, month, async () => {
    await foldNewClicks();
    visitor += 1;
    await click(`y${visitor}`);
  });
  expect(examined.differences).toEqual([]);
  expect(examined.moving).toBeGreaterThan(0);
  await foldNewClicks();
});

test('wrong, missing and surplus figures are told, and put right once no click can be on its way', async () => {
  const clock = fakeClock();
  const { admin, brand, creators, click } = await clickedBrand(clock);
  const right = await figuresOf(brand.id);
  const statistics = async () =>
    (await send('GET', '/tracking/clicks?from=2026-03-01&to=2026-03-31', { token: admin })).json.data;
  const before = await statistics();
  const [wrong, missing] = right.filter(({ sk }) => String(sk).startsWith('TOTALS#DAY#2026-03-02'));
  const other = right.find(({ sk }) => sk === 'TOTALS#DAY#2026-03-03');
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
  await expect(repairMonth(examined, now())).rejects.toThrow('from 2026-03-05T01:01:00.000Z on');
  expect((await compareMonth(brand.id, month)).differences).toHaveLength(3);
  clock.set('2026-03-05T01:01:00.000Z');
  await repairMonth(examined, now());
  const plain = (items: readonly Item[]) => items.map(({ revision: _, ...item }) => item);
  expect(plain(await figuresOf(brand.id))).toEqual(plain(right));
  expect(await statistics()).toEqual(before);
  // They go on from there.
  await click('z');
  await foldNewClicks();
  expect((await statistics()).clicks).toBe(before.clicks + creators.length);
  expect((await compareMonth(brand.id, month)).differences).toEqual([]);
});

test('figures that have changed since they were looked at are not put right', async () => {
  const clock = fakeClock();
  const { brand } = await clickedBrand(clock);
  const [figure] = await figuresOf(brand.id);
  if (figure === undefined) throw new Error('No figures');
  await put({ ...figure, figures: new Uint8Array([1]) });
  const examined = await examineMonth(brand.id, month, async () => undefined);
  expect(examined.differences).toHaveLength(1);
  await put({ ...figure, revision: Number(figure.revision) + 7 });
  clock.set('2026-03-08T00:00:00.000Z');
  await expect(repairMonth(examined, now())).rejects.toThrow('changed meanwhile');
});

test('months are computed once more as long as their first day is kept', () => {
  const [before, after] = [new Date('2026-04-01T23:59:59.999Z'), new Date('2026-04-02T00:00:00.000Z')];
  expect(monthsKept(before)).toEqual(['2026-04', '2026-03', '2026-02', '2026-01']);
  expect(monthsKept(after)).toEqual(['2026-04', '2026-03', '2026-02']);
});
