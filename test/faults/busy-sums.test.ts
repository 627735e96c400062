// Tests the totals of hot items. After repeated conflicts, the totals of an item move to shards, and every read adds them up.
import { expect, test, vi } from 'vitest';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys, totalsCellPartition } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
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

/** The stored shards with the totals of an item. */
const shardsOf = async (
  brandId: string,
  collection: 'affiliate' | 'campaign' | 'discount',
  id: string,
): Promise<readonly Item[]> => {
  const partition = totalsCellPartition(keys.item(brandId, collection, id));
  return (await allItems()).filter(({ pk }) => pk === partition);
};

/** Makes transactions that write this item conflict. */
const makeHot = (id: string, times = Number.POSITIVE_INFINITY) =>
  engine.fail(conflictOn(` ${id}`), {
    operation: 'TransactWriteItems',
    containing: `"sk":{"S":"${id}"}`,
    times,
  });

test('POST /v1/conversions retries an order after one conflict and creates no shards for the totals', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeHot(affiliateId, 1);
  await recordOrder(admin, { discountCode });
  expect(transactions()).toBe(2);
  expect(await shardsOf(brand.id, 'affiliate', affiliateId)).toEqual([]);
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('the totals of a hot creator move to shards, and every read adds them up', async () => {
  const { admin, brand, campaignId, affiliateId, discountId, discountCode } = await createProgram();
  await recordOrder(admin, { discountCode, amount: 10 });
  const before = await getItem(keys.item(brand.id, 'affiliate', affiliateId));
  makeHot(affiliateId);
  const second = await recordOrder(admin, { discountCode, amount: 20 });
  engine.heal();
  // Orders and refunds succeed although the item is hot again, because they no longer write the item itself.
  makeHot(affiliateId);
  await recordOrder(admin, { discountCode, amount: 30 });
  await refund(admin, second.id, { amount: 5 });
  expect(transactions()).toBe(2);
  engine.heal();
  expect(await getItem(keys.item(brand.id, 'affiliate', affiliateId))).toEqual({
    ...before,
    sumsAreSpread: true,
  });
  const shards = await shardsOf(brand.id, 'affiliate', affiliateId);
  expect(shards.reduce((sum, { totalRevenue }) => sum + Number(totalRevenue), 0)).toBe(4500);
  const sums = { totalRevenue: 55, totalOrders: 3, commissionEarned: 5.5 };
  expect(await sumsOf(admin, affiliateId)).toEqual(sums);
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  for (const query of [{}, { status: 'active' }] as readonly Query[]) {
    expect((await readPage(admin, '/affiliates', query)).items[0]).toMatchObject(sums);
  }
  expect((await read(admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(55);
  expect((await read(admin, `/discounts/${discountId}`)).usageCount).toBe(3);
});

test('the totals of a hot campaign and of a hot discount code move to shards', async () => {
  const { admin, brand, campaignId, affiliateId, discountId, discountCode } = await createProgram();
  for (const id of [campaignId, discountId]) {
    makeHot(id);
    await recordOrder(admin, { discountCode, amount: 10 });
    engine.heal();
  }
  await recordOrder(admin, { discountCode, amount: 10 });
  expect(await shardsOf(brand.id, 'campaign', campaignId)).not.toEqual([]);
  expect(await shardsOf(brand.id, 'discount', discountId)).not.toEqual([]);
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

test('PATCH /v1/affiliates/{id} returns the totals of all shards', async () => {
  const { admin, affiliateId, discountCode } = await createProgram();
  await recordOrder(admin, { discountCode, amount: 10 });
  makeHot(affiliateId);
  await recordOrder(admin, { discountCode, amount: 20 });
  engine.heal();
  const sums = { totalRevenue: 30, totalOrders: 2, commissionEarned: 3 };
  for (const change of [{ name: 'Ada' }, { status: 'active' }, { status: 'active' }, { status: 'paused' }]) {
    expect(await patch(admin, `/affiliates/${affiliateId}`, change)).toMatchObject(sums);
  }
  expect(await sumsOf(admin, affiliateId)).toEqual(sums);
});

test('the totals are added to another shard when one shard is hot', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeHot(affiliateId);
  await recordOrder(admin, { discountCode });
  engine.heal();
  engine.fail(conflictOn(`${affiliateId}#SUMS`), { operation: 'TransactWriteItems', times: 8 });
  await recordOrder(admin, { discountCode });
  const shardKeys = engine
    .callsOf('TransactWriteItems')
    .map(({ body }) => /#SUMS"\},"sk":\{"S":"(\d+)"/.exec(body)?.[1]);
  expect(shardKeys).toHaveLength(9);
  expect(new Set(shardKeys).size).toBeGreaterThan(1);
  const shards = await shardsOf(brand.id, 'affiliate', affiliateId);
  expect(shards.reduce((sum, { totalOrders }) => sum + Number(totalOrders), 0)).toBe(2);
});

test('the counts of a creator and of its brand use other shards when one shard is hot, and remain exact', async () => {
  const { admin, affiliateId, discountCode } = await createProgram();
  await recordOrder(admin, { discountCode });
  engine.fail(conflictOn('#COUNT#'), { operation: 'TransactWriteItems', times: 8 });
  await recordOrder(admin, { discountCode });
  const shardsOfCounter = (name: string) =>
    engine
      .callsOf('TransactWriteItems')
      .map(({ body }) => new RegExp(`#COUNT#${name}"\\},"sk":\\{"S":"(\\d+)"`).exec(body)?.[1]);
  for (const name of ['conversions', 'affiliateConversions']) {
    const shards = shardsOfCounter(name);
    expect(shards, name).toHaveLength(10);
    expect(new Set(shards).size, name).toBeGreaterThan(4);
  }
  engine.heal();
  for (const path of ['/conversions', '/commissions']) {
    for (const query of [{}, { affiliateId }] as readonly Query[])
      expect((await readPage(admin, path, query)).total, path).toBe(2);
  }
});

test('the totals are written to the item itself when marking it as hot fails', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeHot(affiliateId, 4);
  engine.fail(faults.singleWriteConflict, { operation: 'UpdateItem' });
  await recordOrder(admin, { discountCode });
  expect(await shardsOf(brand.id, 'affiliate', affiliateId)).toEqual([]);
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('an order leaves a held item that another request has marked as hot', async () => {
  const { admin, brand, affiliateId, discountCode } = await createProgram();
  makeHot(affiliateId);
  engine.fail(faults.singleWriteConflict, { operation: 'UpdateItem' });
  const creator = await getItem(keys.item(brand.id, 'affiliate', affiliateId));
  const order = recordOrder(admin, { discountCode });
  // The order gives up after some attempts, so the other request marks the item right after the second one.
  await vi.waitFor(() => expect(transactions()).toBeGreaterThan(1), { interval: 1 });
  await putItem({ Item: { ...creator, sumsAreSpread: true } });
  await order;
  expect(await shardsOf(brand.id, 'affiliate', affiliateId)).toHaveLength(1);
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('an order is attributed without its hot discount code when the code is deleted during the request', async () => {
  const { admin, affiliateId, discountId, discountCode } = await createProgram();
  makeHot(discountId, 2);
  const deleteDiscount = async () => {
    const { status } = await send('DELETE', `/discounts/${discountId}`, { token: admin });
    expect(status).toBe(204);
  };
  engine.fail({ kind: 'preceded', by: deleteDiscount }, { operation: 'UpdateItem', times: 1 });
  const order = await recordOrder(admin, { discountCode });
  expect(order).toMatchObject({ affiliateId, discountId: null, receipt: { attribution: 'attributed' } });
  expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalOrders: 1 });
});

test('the totals of a hot code stay in its item when it gets a limit before it is marked as hot', async () => {
  const { admin, brand, discountId, discountCode } = await createProgram();
  makeHot(discountId, 2);
  const setLimit = async () => {
    await patch(admin, `/discounts/${discountId}`, { usageLimit: 2 });
  };
  engine.fail({ kind: 'preceded', by: setLimit }, { operation: 'UpdateItem', times: 1 });
  await recordOrder(admin, { discountCode });
  engine.heal();
  makeHot(discountId, 4);
  await recordOrder(admin, { discountCode });
  expect(await shardsOf(brand.id, 'discount', discountId)).toEqual([]);
  const { receipt } = await recordOrder(admin, { discountCode });
  expect(receipt.attribution).toBe('codeUsedUp');
});

test('the totals of a hot code that had a limit stay in its item', async () => {
  const { admin, brand, discountId, discountCode } = await createProgram();
  makeHot(discountId, 2);
  await recordOrder(admin, { discountCode });
  engine.heal();
  for (const usageLimit of [5, null]) await patch(admin, `/discounts/${discountId}`, { usageLimit });
  makeHot(discountId, 4);
  await recordOrder(admin, { discountCode });
  expect(await getItem(keys.item(brand.id, 'discount', discountId))).toMatchObject({ usageCount: 2 });
  const cells = await shardsOf(brand.id, 'discount', discountId);
  expect(cells.filter(({ usageCount }) => usageCount !== undefined)).toEqual([]);
});

test.each(['the creator’s', 'no'])(
  '100 concurrent orders of one creator are all recorded and counted while %s item is hot',
  async (hotItem) => {
    const { admin, affiliateId, campaignId, discountCode } = await createProgram();
    if (hotItem !== 'no') makeHot(affiliateId, 60);
    const answers = await runConcurrently(100, (index) =>
      sendOrder(admin, { discountCode, amount: (100 + index) / 100 }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 100 });
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
