// Sums of what many orders go to at the same moment: where its item keeps meeting other transactions they are spread over
// cells, and nobody who reads them can tell.
import { expect, test, vi } from 'vitest';
import { getItem } from '#lib/table/client.ts';
import { type Item } from '#lib/table/keys/item.ts';
import { totalsCellsOf as cellsOf, keys } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { conflictOn, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import { type Query, readPage } from '#test/support/lists.ts';
import { read, recordOrder, refund, sendOrder, sumsOf } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

healBetweenTests(engine);

const transactions = () => engine.callsOf('TransactWriteItems').length;

async function createProgram() {
  const { admin, brand } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId } = await invite(admin);
  const { id: discountId, code: discountCode } = await createDiscount(admin, affiliateId, { campaignId });
  engine.heal();
  return { admin, brand, campaignId, affiliateId, discountId, discountCode };
}

/** The cells that there are of a thing's sums. */
const cellsOfThing = async (
  brandId: string,
  collection: 'affiliate' | 'campaign' | 'discount',
  id: string,
): Promise<readonly Item[]> => {
  const partition = cellsOf(keys.item(brandId, collection, id));
  return (await allItems()).filter(({ pk }) => pk === partition);
};

/** Conflicts on one thing's item, as often as it is written in a transaction. */
const makeBusy = (id: string, times = Number.POSITIVE_INFINITY) =>
  engine.fail(conflictOn(` ${id}`), {
    operation: 'TransactWriteItems',
    containing: `"sk":{"S":"${id}"}`,
    times,
  });

test('a transaction that meets another one once is made again as it was: nothing is spread', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeBusy(affiliateId, 1);
  await recordOrder(admin, { discountCode });
  expect(transactions()).toBe(2);
  expect(await cellsOfThing(brand.id, 'affiliate', affiliateId)).toEqual([]);
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('sums whose item is busy go on in cells, and every read adds them up', async () => {
  const { admin, brand, campaignId, affiliateId, discountId, discountCode } = await createProgram();
  await recordOrder(admin, { discountCode, amount: 10 });
  const before = await getItem(keys.item(brand.id, 'affiliate', affiliateId));
  makeBusy(affiliateId);
  const second = await recordOrder(admin, { discountCode, amount: 20 });
  engine.heal();
  // From now on nobody touches the item for its sums.
  makeBusy(affiliateId);
  await recordOrder(admin, { discountCode, amount: 30 });
  await refund(admin, second.id, { amount: 5 });
  expect(transactions()).toBe(2);
  engine.heal();
  expect(await getItem(keys.item(brand.id, 'affiliate', affiliateId))).toEqual({
    ...before,
    sumsAreSpread: true,
  });
  const cells = await cellsOfThing(brand.id, 'affiliate', affiliateId);
  expect(cells.reduce((sum, { totalRevenue }) => sum + Number(totalRevenue), 0)).toBe(4500);
  const sums = { totalRevenue: 55, totalOrders: 3, commissionEarned: 5.5 };
  expect(await sumsOf(admin, affiliateId)).toEqual(sums);
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  for (const query of [{}, { status: 'active' }] as readonly Query[]) {
    expect((await readPage(admin, '/affiliates', query)).items[0]).toMatchObject(sums);
  }
  expect((await read(admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(55);
  expect((await read(admin, `/discounts/${discountId}`)).usageCount).toBe(3);
});

test('campaigns and codes are spread as well', async () => {
  const { admin, brand, campaignId, affiliateId, discountId, discountCode } = await createProgram();
  for (const id of [campaignId, discountId]) {
    makeBusy(id);
    await recordOrder(admin, { discountCode, amount: 10 });
    engine.heal();
  }
  await recordOrder(admin, { discountCode, amount: 10 });
  expect(await cellsOfThing(brand.id, 'campaign', campaignId)).not.toEqual([]);
  expect(await cellsOfThing(brand.id, 'discount', discountId)).not.toEqual([]);
  const ofCampaign = { totalRevenue: 30 };
  expect(await patch(admin, `/campaigns/${campaignId}`, { name: 'Autumn' })).toMatchObject(ofCampaign);
  for (const query of [{}, { status: 'active' }] as readonly Query[]) {
    expect((await readPage(admin, '/campaigns', query)).items[0]).toMatchObject(ofCampaign);
  }
  const ofDiscount = { totalRevenue: 30, usageCount: 3 };
  for (const query of [{}, { affiliateId }] as readonly Query[]) {
    expect((await readPage(admin, '/discounts', query)).items[0]).toMatchObject(ofDiscount);
  }
  expect(await read(admin, `/discounts/${discountId}`)).toMatchObject(ofDiscount);
});

test('a change of a creator whose sums are spread is answered with all of them', async () => {
  const { admin, affiliateId, discountCode } = await createProgram();
  await recordOrder(admin, { discountCode, amount: 10 });
  makeBusy(affiliateId);
  await recordOrder(admin, { discountCode, amount: 20 });
  engine.heal();
  const sums = { totalRevenue: 30, totalOrders: 2, commissionEarned: 3 };
  for (const change of [{ name: 'Ada' }, { status: 'active' }, { status: 'active' }, { status: 'paused' }]) {
    expect(await patch(admin, `/affiliates/${affiliateId}`, change)).toMatchObject(sums);
  }
  expect(await sumsOf(admin, affiliateId)).toEqual(sums);
});

test('a cell that is busy is left for another one', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeBusy(affiliateId);
  await recordOrder(admin, { discountCode });
  engine.heal();
  engine.fail(conflictOn(`${affiliateId}#SUMS`), { operation: 'TransactWriteItems', times: 8 });
  await recordOrder(admin, { discountCode });
  const keysOfCells = engine
    .callsOf('TransactWriteItems')
    .map(({ body }) => /#SUMS"\},"sk":\{"S":"(\d+)"/.exec(body)?.[1]);
  expect(keysOfCells).toHaveLength(9);
  expect(new Set(keysOfCells).size).toBeGreaterThan(1);
  const cells = await cellsOfThing(brand.id, 'affiliate', affiliateId);
  expect(cells.reduce((sum, { totalOrders }) => sum + Number(totalOrders), 0)).toBe(2);
});

test('an item that is too busy to be marked is added to as before, when it can be', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeBusy(affiliateId, 4);
  engine.fail(faults.conflictOfOne, { operation: 'UpdateItem' });
  await recordOrder(admin, { discountCode });
  expect(await cellsOfThing(brand.id, 'affiliate', affiliateId)).toEqual([]);
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('a code that is deleted while its item is busy brings the order to nobody by it', async () => {
  const { admin, affiliateId, discountId, discountCode } = await createProgram();
  makeBusy(discountId, 2);
  const by = async () => {
    const { status } = await send('DELETE', `/discounts/${discountId}`, { token: admin });
    expect(status).toBe(204);
  };
  engine.fail({ kind: 'preceded', by }, { operation: 'UpdateItem', times: 1 });
  const order = await recordOrder(admin, { discountCode });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'unknownReference' } });
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 0 });
});

test.each(['affiliate', 'nobody'])(
  '100 orders at once for one creator all succeed: busy is the %s',
  async (busy) => {
    const { admin, affiliateId, campaignId, discountCode } = await createProgram();
    if (busy === 'affiliate') makeBusy(affiliateId, 60);
    const answers = await atOnce(100, (index) =>
      sendOrder(admin, { discountCode, amount: (100 + index) / 100 }),
    );
    expect(statusesOf(answers)).toEqual({ 201: 100 });
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 149.5,
      totalOrders: 100,
      commissionEarned: expect.any(Number),
    });
    expect((await read(admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(149.5);
    const { items, total } = await readPage(admin, '/commissions', { affiliateId, limit: 100 });
    const cents = items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect([total, (await sumsOf(admin, affiliateId)).commissionEarned]).toEqual([100, cents / 100]);
  },
);
