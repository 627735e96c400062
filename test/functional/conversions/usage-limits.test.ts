// Tests that a discount code never has more orders than its limit, also under concurrency and after its totals were spread.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, refund, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

async function createProgram(fields: object = {}) {
  const { admin, brand } = await createBrand();
  const { id: affiliateId } = await invite(admin);
  const { id, code: discountCode } = await createDiscount(admin, affiliateId, fields);
  const reconciled = async () => (await reconcileBrand(brand.id)).differences;
  const usage = async () => (await read(admin, `/discounts/${id}`)).usageCount;
  return { admin, brand, id, discountCode, reconciled, usage };
}

const resultsOf = (orders: readonly Json[]) =>
  Object.fromEntries(
    [...Map.groupBy(orders, ({ receipt }) => receipt.attribution)].map(([name, own]) => [name, own.length]),
  );

test('the orders after the last use lose with `codeUsedUp`, and a refund frees no use', async () => {
  const { admin, discountCode, reconciled, usage } = await createProgram({ usageLimit: 2 });
  const [first] = [await recordOrder(admin, { discountCode }), await recordOrder(admin, { discountCode })];
  await refund(admin, first.id);
  const late = await recordOrder(admin, { discountCode });
  expect([late.receipt.attribution, late.discountId]).toEqual(['codeUsedUp', null]);
  expect([await usage(), await reconciled()]).toEqual([2, []]);
});

test('three of 20 concurrent orders get the last three uses, and the others lose with `codeUsedUp`', async () => {
  const { admin, discountCode, reconciled, usage } = await createProgram({ usageLimit: 3 });
  const orders = await runConcurrently(20, () => recordOrder(admin, { discountCode }));
  expect(resultsOf(orders)).toEqual({ attributed: 3, codeUsedUp: 17 });
  expect([await usage(), await reconciled()]).toEqual([3, []]);
});

test('the orders of one bulk request share the limit', async () => {
  const { admin, discountCode, reconciled } = await createProgram({ usageLimit: 5 });
  const orders = Array.from({ length: 30 }, () => ({ orderId: unusedOrder(), amount: 10, discountCode }));
  const { json } = await sendOrders(admin, orders);
  expect(resultsOf(json.data.map(({ conversion }: Json) => conversion))).toEqual({
    attributed: 5,
    codeUsedUp: 25,
  });
  expect(await reconciled()).toEqual([]);
});

test('an order that loses the race for the last use is judged again, and its next code wins', async () => {
  const { admin, discountCode, reconciled, usage } = await createProgram({ usageLimit: 1 });
  const other = await createDiscount(admin, (await invite(admin)).id);
  const paused = pauseAt(
    1,
    () => recordOrder(admin, { discountCodes: [discountCode, other.code] }),
    isTransaction,
  );
  expect(await paused.isHeld).toBe(true);
  await recordOrder(admin, { discountCode });
  const order = await paused.release();
  expect([order.discountId, order.receipt.candidates[0].reason]).toEqual([other.id, 'codeUsedUp']);
  expect([await usage(), await reconciled()]).toEqual([1, []]);
});

test('a limit that is set while an order is being recorded counts this order', async () => {
  const { admin, id, discountCode, usage } = await createProgram();
  await recordOrder(admin, { discountCode });
  const paused = pauseAt(1, () => recordOrder(admin, { discountCode }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  await patch(admin, `/discounts/${id}`, { usageLimit: 1 });
  expect((await paused.release()).receipt.attribution).toBe('codeUsedUp');
  expect(await usage()).toBe(1);
});

test('a limit below the number of uses ends the code, and without it the code earns again', async () => {
  const { admin, id, discountCode } = await createProgram();
  for (let orders = 0; orders < 2; orders += 1) await recordOrder(admin, { discountCode });
  await patch(admin, `/discounts/${id}`, { usageLimit: 1 });
  expect((await recordOrder(admin, { discountCode })).receipt.attribution).toBe('codeUsedUp');
  await patch(admin, `/discounts/${id}`, { usageLimit: null });
  expect((await recordOrder(admin, { discountCode })).receipt.attribution).toBe('attributed');
});

test('a code whose totals are spread gets an exact limit, also for orders that were being recorded', async () => {
  const { admin, brand, id, discountCode, reconciled, usage } = await createProgram();
  await recordOrder(admin, { discountCode });
  await updateItem({
    Key: keys.item(brand.id, 'discount', id),
    UpdateExpression: 'SET sumsAreSpread = :yes',
    ExpressionAttributeValues: { ':yes': true },
  });
  const [second] = await runConcurrently(3, () => recordOrder(admin, { discountCode, amount: 10 }));
  const paused = pauseAt(1, () => recordOrder(admin, { discountCode }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  const limited = await patch(admin, `/discounts/${id}`, { usageLimit: 5 });
  expect(limited).toMatchObject({ usageLimit: 5, usageCount: 4, totalRevenue: 130 });
  expect((await paused.release()).receipt.attribution).toBe('attributed');
  const orders = await runConcurrently(5, () => recordOrder(admin, { discountCode }));
  expect(resultsOf(orders)).toEqual({ codeUsedUp: 5 });
  await refund(admin, second.id);
  await patch(admin, `/discounts/${id}`, { usageLimit: null });
  await runConcurrently(5, () => recordOrder(admin, { discountCode }));
  expect([await usage(), await reconciled()]).toEqual([10, []]);
});

test('an order that is judged again keeps the last use of the code, which is its own', async () => {
  const { admin, id, discountCode, reconciled, usage } = await createProgram({ usageLimit: 1 });
  const order = await recordOrder(admin, { discountCode });
  const { trackingCode } = await invite(admin);
  const changed = await patch(admin, `/conversions/${order.id}`, { trackingCode });
  expect([changed.receipt.winner, changed.discountId]).toEqual(['discountCode', id]);
  expect([await usage(), await reconciled()]).toEqual([1, []]);
});

test('a person can give an order to the creator of a code whose uses are used up, without a use of the code', async () => {
  const { admin, id, discountCode, reconciled, usage } = await createProgram({ usageLimit: 1 });
  await recordOrder(admin, { discountCode });
  const late = await recordOrder(admin, { discountCode });
  const { affiliateId } = await read(admin, `/discounts/${id}`);
  const body = { affiliateId, reason: 'The shop accepted the code' };
  const { status, json } = await send('POST', `/conversions/${late.id}/attribution`, { token: admin, body });
  expect([status, json.data.affiliateId, json.data.discountId]).toEqual([200, affiliateId, null]);
  expect([await usage(), await reconciled()]).toEqual([1, []]);
});
