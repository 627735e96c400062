// Tests orders that try out the integration of a brand.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { createCampaign, createDiscount, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { figureItems } from '#test/support/figures.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder, refund, sendOrder, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

async function newProgram() {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { brand, admin } = await createBrand('scale');
  await patch(admin, '/brand', { customerAttribution: { type: 'lifetime' } });
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId } = await inviteActive(admin);
  const discount = await createDiscount(admin, affiliateId, { campaignId, usageLimit: 1 });
  const order = (body: object = {}) =>
    recordOrder(admin, { discountCode: discount.code, isTest: true, customerId: 'c-1', ...body });
  const post = (path: string, body: object) => send('POST', path, { token: admin, body });
  async function expectNothingCounted(): Promise<void> {
    const nothing = { totalRevenue: 0, totalOrders: 0, commissionEarned: 0 };
    expect(await sumsOf(admin, affiliateId)).toEqual(nothing);
    expect(await read(admin, `/campaigns/${campaignId}`)).toMatchObject({ totalRevenue: 0 });
    expect(await read(admin, `/discounts/${discount.id}`)).toMatchObject({ usageCount: 0, totalRevenue: 0 });
    expect((await readPage(admin, '/commissions')).total).toBe(0);
    await aggregateNewClicks();
    expect(await figureItems(brand.id)).toEqual([]);
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
    expect((await compareFigures(brand.id, now(), ['orders'])).differences).toEqual([]);
  }
  return { brand, admin, affiliateId, campaignId, discount, order, post, expectNothingCounted };
}

test('a test order is judged and listed with its receipt, but counts in no sum, uses no code and binds no customer', async () => {
  const { admin, affiliateId, campaignId, discount, order, expectNothingCounted } = await newProgram();
  const tried = await order();
  expect(tried).toMatchObject({
    ...{ isTest: true, amount: 100, affiliateId, campaignId, discountId: discount.id, commissionId: null },
    receipt: { attribution: 'attributed', winner: 'discountCode' },
  });
  expect(await read(admin, `/conversions/${tried.id}`)).toMatchObject({ isTest: true, customerId: 'c-1' });
  expect((await readPage(admin, '/conversions', { affiliateId })).items).toMatchObject([{ id: tried.id }]);
  expect((await order()).receipt.attribution).toBe('attributed');
  await expectNothingCounted();
  expect(await recordOrder(admin, { customerId: 'c-1' })).toMatchObject({ isTest: false, affiliateId: null });
});

test('a refund, its reversal, an edit, another creator and a cancellation of a test order move nothing', async () => {
  const { admin, order, post, expectNothingCounted } = await newProgram();
  const { id: other } = await inviteActive(admin);
  const orderId = unusedOrder();
  await post('/refunds', { orderId, refundId: 'r-1', amount: 10 });
  const { id } = await order({ orderId });
  await refund(admin, id, { refundId: 'r-2', amount: 20 });
  await post(`/conversions/${id}/refunds/r-1/reverse`, {});
  await expectNothingCounted();
  const body = { amount: 150 };
  await send('PATCH', `/conversions/${id}`, { token: admin, body });
  await post(`/conversions/${id}/attribution`, { affiliateId: other, reason: 'The creator asked' });
  await expectNothingCounted();
  expect(await read(admin, `/conversions/${id}`)).toMatchObject({
    ...{ affiliateId: other, amount: 150, refundedAmount: 20, isTest: true },
  });
  expect((await readPage(admin, '/conversions', { affiliateId: other })).total).toBe(1);
  await post(`/conversions/${id}/cancel`, { reason: 'Tried out' });
  await expectNothingCounted();
  expect(await sumsOf(admin, other)).toMatchObject({ totalOrders: 0 });
});

test('a repetition of an order as a test is another order', async () => {
  const { admin } = await newProgram();
  const body = { orderId: unusedOrder(), isTest: true };
  const answers = [
    await sendOrder(admin, body),
    await sendOrder(admin, body),
    await sendOrder(admin, { ...body, isTest: false }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 409]);
});
