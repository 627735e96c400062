// Tests that no sum exceeds 2^53 minor units. Sums near their limits are written to the table, because thousands of orders would
// be needed to reach them.
import { expect, test } from 'vitest';
import { updateItem } from '#lib/foundation/table/client.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { highestInShard, highestSum } from '#lib/foundation/table/writes/counters.ts';
import { createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { read, recordOrder, refund, sendOrder, sendOrders } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

/** In cents. The rate is 100 percent, so that a commission is as large as its order. */
const maxCents = 10 ** 12;
const maxOrder = maxCents / 100;
const shards = 64;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function createProgram() {
  const { admin, brand } = await createBrand('scale');
  const everything = { type: 'percentage', value: 100 };
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId } = await inviteActive(admin, {
    commissionOverride: everything,
    campaignIds: [campaignId],
  });
  const { id: discountId, code } = await createDiscount(admin, affiliateId, { campaignId });
  return { admin, brand, affiliateId, campaignId, discountId, order: { discountCode: code } };
}

async function setStored(key: Key, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const entries = Object.entries(fields);
  await updateItem({
    Key: { ...key },
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
  });
}

const message =
  'The `amount` would exceed the highest sum of all orders and manual commissions of the brand: check it';

/** Expects a 409 that writes nothing, for a single order and for an order of a bulk request. */
async function expectRefused(admin: string, order: object): Promise<void> {
  const before = await allItems();
  const answer = await sendOrder(admin, order);
  expect(answer.json).toMatchObject({ statusCode: 409, message, code: 'sum_limit_reached' });
  const bulk = await sendOrders(admin, [{ orderId: 'in-bulk', amount: 100, ...order }]);
  expect(bulk.json.data).toMatchObject([
    { status: 'failed', error: { statusCode: 409, message, code: 'sum_limit_reached' } },
  ]);
  expect(await allItems()).toEqual(before);
}

/** Reads everything that presents a sum. */
async function expectReadable(admin: string, program: Awaited<ReturnType<typeof createProgram>>) {
  for (const path of [
    `/affiliates/${program.affiliateId}`,
    `/campaigns/${program.campaignId}`,
    `/campaigns/${program.campaignId}/stats`,
    `/discounts/${program.discountId}`,
    ...['/affiliates', '/campaigns', '/discounts', '/conversions', '/commissions', '/payouts'],
  ]) {
    const { status, text } = await send('GET', path, { token: admin });
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
  }
}

test('the parts of the sum of all orders cannot add up to more than 2^53 - 1, and each part has room for seventy of the highest orders', () => {
  expect(shards * highestInShard('conversions')).toBeLessThanOrEqual(highestSum);
  expect(highestSum).toBe(2 ** 53 - 1);
  expect(highestInShard('conversions')).toBeGreaterThan(70 * maxCents);
});

test('POST /v1/conversions returns 409 when the sum of all orders of the brand has no room for the order', async () => {
  const program = await createProgram();
  const { admin, brand, order } = program;
  for (const shard of numbers(shards)) {
    await setStored(keys.counterShard(brand.id, 'conversions', shard), {
      amount: highestInShard('conversions') - maxCents,
    });
  }
  const { id } = await recordOrder(admin, { ...order, amount: maxOrder });
  for (const shard of numbers(shards)) {
    await setStored(keys.counterShard(brand.id, 'conversions', shard), {
      amount: highestInShard('conversions'),
    });
  }
  for (const refused of [order, {}]) await expectRefused(admin, { ...refused, amount: 0.01 });
  await refund(admin, id, { amount: 1 });
  await expectReadable(admin, program);
});

test('a payout of the highest commissions of several creators is ready and equals the sum of its lines', async () => {
  const { admin, order } = await createProgram();
  const { trackingCode } = await inviteActive(admin, {
    commissionOverride: { type: 'fixed', value: maxOrder },
  });
  const orders = [order, { trackingCode }].flatMap((reference) =>
    numbers(10).map((number) => ({
      ...reference,
      orderId: `${JSON.stringify(reference)} ${number}`.slice(0, 100),
      amount: maxOrder,
    })),
  );
  const { data } = (await sendOrders(admin, orders)).json;
  for (const { conversion } of data) {
    await send('PATCH', `/commissions/${conversion.commissionId}/approve`, { token: admin });
  }
  const payout = await send('POST', '/payouts', { token: admin, body: {} });
  expect(payout.json.data).toMatchObject({ status: 'ready', amount: 20 * maxOrder });
  expect(await read(admin, `/payouts/${payout.json.data.id}`)).toMatchObject({ amount: 20 * maxOrder });
});
