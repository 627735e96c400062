// Tests changes of recorded orders: edits, cancellations and attributions by a person.
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import {
  changeStored,
  claimForPayout,
  commissionOf,
  read,
  recordOrder,
  refund,
  sendOrder,
  sendRefund,
  sumsOf,
} from '#test/support/orders.ts';
import { type Answer, createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const percent = (value: number) => ({ type: 'percentage', value });

const sendChange = (id: string, body: object) =>
  send('PATCH', `/conversions/${id}`, { token: acme.admin, body });
const change = (id: string, body: object): Promise<Json> => patch(acme.admin, `/conversions/${id}`, body);
const details = (id: string): Promise<Json> => read(acme.admin, `/conversions/${id}`);

async function post(path: string, body: object): Promise<Json> {
  const { status, json, text } = await send('POST', path, { token: acme.admin, body });
  expect(status, text).toBe(200);
  return json.data;
}
const cancel = (id: string) => post(`/conversions/${id}/cancel`, { reason: 'Ordered twice' });
const attribute = (id: string, affiliateId: string | null) =>
  post(`/conversions/${id}/attribution`, { affiliateId, reason: 'The creator asked' });

/** Creators of this time can earn with the past orders of a test. */
const before = '2026-01-01T00:00:00.000Z';

/** A creator with 10 percent, a campaign and a discount code. */
async function newCreator() {
  const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
  const { id, trackingCode } = await invite(acme.admin, { commissionOverride: percent(10) });
  const { code, id: discountId } = await createDiscount(acme.admin, id, { campaignId });
  return { id, trackingCode, campaignId, code, discountId };
}

async function pay({ commissionId }: Json): Promise<void> {
  await patch(acme.admin, `/commissions/${commissionId}/approve`, {});
  await claimForPayout(acme.brand.id, commissionId);
  await changeStored(acme.brand.id, commissionId, { status: 'paid' });
}

const commissionsOf = async (id: string): Promise<readonly Json[]> =>
  (await readPage(acme.admin, '/commissions', { conversionId: id })).items;
const amountsOf = async (id: string) =>
  (await commissionsOf(id)).map(({ affiliateId, amount, status }) => [affiliateId, amount, status]);

const idsIn = async (filters: Parameters<typeof readPage>[2]): Promise<readonly string[]> =>
  (await readPage(acme.admin, '/conversions', filters)).items.map(({ id }) => id);

const expectCode = ({ status, json }: Answer, expected: number, code: string) =>
  expect([status, json.code]).toEqual([expected, code]);
/** Payouts are left out, because these commissions were paid without one. */
async function expectReconciled(): Promise<void> {
  const { differences } = await reconcileBrand(acme.brand.id);
  expect(differences.filter(({ subject }) => !subject.startsWith('payout'))).toEqual([]);
}

describe('PATCH /v1/conversions/{id} (amount)', () => {
  // AffiliateWP issue 2708
  test('an amount changes the order, its open commission and all totals', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { discountCode: ada.code });
    expect(await change(order.id, { amount: 250.5 })).toEqual({ ...order, amount: 250.5 });
    expect(await commissionOf(acme.admin, order)).toMatchObject({
      ...{ amount: 25.05, orderAmount: 250.5, originalAmount: 10, status: 'pending' },
    });
    expect(await sumsOf(acme.admin, ada.id)).toEqual({
      ...{ totalRevenue: 250.5, totalOrders: 1, commissionEarned: 25.05 },
    });
    expect(await read(acme.admin, `/discounts/${ada.discountId}`)).toMatchObject({
      ...{ totalRevenue: 250.5, usageCount: 1 },
    });
    expect((await details(order.id)).changes).toEqual([
      { at: expect.any(String), kind: 'edited', reason: null, affiliateId: ada.id, amount: 100 },
    ]);
    await change(order.id, { amount: 250.5 });
    expect((await details(order.id)).changes).toHaveLength(1);
    await expectReconciled();
  });

  test('an amount of an order that is paid creates a supplement or a clawback with the difference', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { discountCode: ada.code });
    await pay(order);
    await change(order.id, { amount: 150 });
    await change(order.id, { amount: 120 });
    expect((await amountsOf(order.id)).toSorted()).toEqual([
      [ada.id, -3, 'approved'],
      [ada.id, 10, 'paid'],
      [ada.id, 5, 'approved'],
    ]);
    expect((await sumsOf(acme.admin, ada.id)).commissionEarned).toBe(12);
    await expectReconciled();
  });

  test('an amount below the refunds is a 409 that names the lowest amount', async () => {
    const order = await recordOrder(acme.admin);
    await refund(acme.admin, order.id, { amount: 40 });
    const { json } = await sendChange(order.id, { amount: 39.99 });
    expect(json).toMatchObject({
      code: 'amount_below_refunds',
      details: [{ path: 'amount', message: 'Must be at least 40', values: ['40'] }],
    });
    expect((await change(order.id, { amount: 40 })).amount).toBe(40);
    expectCode(await sendRefund(acme.admin, order.id, { refundId: 'r-2' }), 409, 'order_fully_refunded');
    await expectReconciled();
  });

  test('an order that counts again restores its commission, which is reviewed if its hold period is over', async () => {
    const clock = fakeClock();
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { trackingCode: ada.trackingCode });
    await refund(acme.admin, order.id);
    expect((await commissionOf(acme.admin, order)).status).toBe('reversed');
    await change(order.id, { amount: 150 });
    expect(await commissionOf(acme.admin, order)).toMatchObject({ status: 'pending', hold: null, amount: 5 });
    await refund(acme.admin, order.id);
    clock.advance(31 * 86_400);
    const { token } = await newToken(acme.brand.id, 'admin');
    await patch(token, `/conversions/${order.id}`, { amount: 200 });
    expect(await commissionOf(token, order)).toMatchObject({
      ...{ status: 'pending', amount: 5, hold: { reason: 'orderChanged' } },
    });
    expect((await sumsOf(token, ada.id)).totalOrders).toBe(1);
    await expectReconciled();
  });

  test('a free order gets a commission when it gets an amount', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { amount: 0, discountCode: ada.code });
    expect(order.commissionId).toBeNull();
    const changed = await change(order.id, { amount: 30 });
    expect(await commissionOf(acme.admin, changed)).toMatchObject({ amount: 3, campaignId: ada.campaignId });
    await expectReconciled();
  });
});

describe('PATCH /v1/conversions/{id} (references, time and customer)', () => {
  test('another reference moves the order with its refunds to another creator, campaign and code', async () => {
    const [ada, ben] = [await newCreator(), await newCreator()];
    const order = await recordOrder(acme.admin, { discountCode: ada.code, customerId: 'c-1' });
    await refund(acme.admin, order.id, { amount: 40 });
    const moved = await change(order.id, { discountCode: ben.code });
    expect(moved).toMatchObject({
      ...{ affiliateId: ben.id, campaignId: ben.campaignId, discountId: ben.discountId, refundedAmount: 40 },
    });
    expect(moved.commissionId).not.toBe(order.commissionId);
    expect(await sumsOf(acme.admin, ada.id)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
    expect(await sumsOf(acme.admin, ben.id)).toEqual({
      totalRevenue: 60,
      totalOrders: 1,
      commissionEarned: 6,
    });
    expect((await read(acme.admin, `/discounts/${ada.discountId}`)).usageCount).toBe(0);
    expect(await commissionOf(acme.admin, order)).toMatchObject({ status: 'reversed', affiliateId: ada.id });
    expect((await amountsOf(order.id)).toSorted()).toEqual(
      [
        [ada.id, 0, 'reversed'],
        [ben.id, 6, 'pending'],
      ].toSorted(),
    );
    expect((await details(order.id)).changes).toMatchObject([{ kind: 'moved', affiliateId: ada.id }]);
    await expectReconciled();
  });

  test('each list finds an order that moved there and back exactly once', async () => {
    const [ada, ben] = await createdAt(before, async () => [await newCreator(), await newCreator()]);
    const first = { discountCode: ada.code, customerId: 'was-1', occurredAt: '2026-03-01T10:00:00Z' };
    const { id } = await recordOrder(acme.admin, first);
    const second = { discountCode: ben.code, customerId: 'is-1', occurredAt: '2026-02-03T10:00:00Z' };
    const listed = async () =>
      Promise.all(
        [
          [{ campaignId: ada.campaignId }, { discountId: ada.discountId }, { customerId: 'was-1' }],
          [{ occurredFrom: '2026-03-01', occurredTo: '2026-03-01' }],
          [{ campaignId: ben.campaignId }, { discountId: ben.discountId }, { customerId: 'is-1' }],
          [{ occurredFrom: '2026-02-03', occurredTo: '2026-02-03' }],
        ]
          .flat<Readonly<Record<string, string>>[][]>()
          .map(async (filters) => (await idsIn(filters)).filter((found) => found === id).length),
      );
    expect(await listed()).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    await change(id, second);
    expect(await listed()).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    await change(id, first);
    expect(await listed()).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(await idsIn({ affiliateId: ada.id })).toEqual([id]);
    expect(await idsIn({ affiliateId: ben.id })).toEqual([]);
  });

  test('a paid commission of the former creator is clawed back in full', async () => {
    const [ada, ben] = [await newCreator(), await newCreator()];
    const order = await recordOrder(acme.admin, { discountCode: ada.code });
    await pay(order);
    await refund(acme.admin, order.id, { amount: 40 });
    await change(order.id, { discountCode: null, trackingCode: ben.trackingCode });
    expect((await sumsOf(acme.admin, ada.id)).commissionEarned).toBe(0);
    expect((await sumsOf(acme.admin, ben.id)).commissionEarned).toBe(6);
    await expectReconciled();
  });

  test('null removes a reference, and the receipt lists those that remain', async () => {
    const [ada, ben] = [await newCreator(), await newCreator()];
    const { id } = await recordOrder(acme.admin, { discountCode: ada.code, trackingCode: ben.trackingCode });
    const moved = await change(id, { discountCode: null });
    expect(moved).toMatchObject({ affiliateId: ben.id, receipt: { winner: 'trackingCode' } });
    expect(moved.receipt.candidates).toHaveLength(1);
    const without = await change(id, { trackingCode: null });
    expect(without).toMatchObject({
      affiliateId: null,
      commissionId: null,
      receipt: { attribution: 'noReference' },
    });
    await expectReconciled();
  });

  test('the original body of an order is still a repetition after changes', async () => {
    const ada = await newCreator();
    const body = {
      orderId: 'kept-1',
      amount: 80,
      discountCode: ada.code,
      occurredAt: '2026-03-01T10:00:00Z',
    };
    const { id } = await recordOrder(acme.admin, body);
    await change(id, {
      amount: 90,
      occurredAt: '2026-02-03T10:00:00Z',
      discountCode: null,
      items: [{ quantity: 1 }],
    });
    await change(id, { occurredAt: '2026-02-04T10:00:00Z' });
    const { status, json } = await sendOrder(acme.admin, body);
    expect([status, json.data.id, json.data.amount]).toEqual([200, id, 90]);
    expect((await details(id)).items).toEqual([{ quantity: 1 }]);
    expectCode(
      await sendOrder(acme.admin, { ...body, occurredAt: '2026-02-04T10:00:00Z' }),
      409,
      'order_id_reused',
    );
  });

  test('an order turns out to be the creator’s own by the address of its customer', async () => {
    const { trackingCode } = await invite(acme.admin, { email: 'ada.own@gmail.com' });
    const order = await recordOrder(acme.admin, { trackingCode });
    const held = await change(order.id, { customerEmail: 'adaown+shop@googlemail.com' });
    expect(held.commissionId).toBe(order.commissionId);
    expect((await commissionOf(acme.admin, order)).hold).toMatchObject({ reason: 'selfReferral' });
    const other = await newCreator();
    await change(order.id, { trackingCode: other.trackingCode });
    const back = await change(order.id, { trackingCode });
    expect((await commissionOf(acme.admin, back)).hold).toMatchObject({ reason: 'selfReferral' });
    await expectReconciled();
  });

  test('a time on the same day keeps the commission, and another day replaces it', async () => {
    const ada = await createdAt(before, newCreator);
    const occurredAt = '2026-03-01T10:00:00.000Z';
    const order = await recordOrder(acme.admin, { trackingCode: ada.trackingCode, occurredAt });
    const sameDay = await change(order.id, { occurredAt: '2026-03-01T23:00:00Z' });
    expect(sameDay.commissionId).toBe(order.commissionId);
    const otherDay = await change(order.id, { occurredAt: '2026-03-02T00:00:00Z' });
    expect(otherDay.commissionId).not.toBe(order.commissionId);
    await expectReconciled();
  });

  test('an order that was won by a click keeps its creator when the click has expired', async () => {
    const ada = await newCreator();
    const { json } = await send('POST', `/tracking/ref/${ada.trackingCode}`, { token: acme.admin, body: {} });
    const { clickId } = json.data;
    const order = await recordOrder(acme.admin, { clickId });
    await transact([{ kind: 'delete', key: visitKey(acme.brand.id, clickId) }]);
    const changed = await change(order.id, { customerEmail: 'someone@customers.test' });
    expect([changed.affiliateId, changed.commissionId]).toEqual([ada.id, order.commissionId]);
    expect((await change(order.id, { clickId: null })).affiliateId).toBeNull();
    await expectReconciled();
  });

  test('the total that the customer paid can change without an effect on money, and null removes it', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { discountCode: ada.code, orderTotal: 119 });
    expect(await change(order.id, { orderTotal: 125.5 })).toEqual({ ...order, orderTotal: 125.5 });
    expect(await change(order.id, { orderTotal: null })).toEqual({ ...order, orderTotal: null });
    expectCode(await sendChange(order.id, { orderTotal: 1.234 }), 400, 'validation_failed');
    expect((await sumsOf(acme.admin, ada.id)).totalRevenue).toBe(100);
    await expectReconciled();
  });

  test('a null field of a line item counts as absent', async () => {
    const { id } = await recordOrder(acme.admin);
    const items = [{ sku: null, productId: null, tags: null, name: 'Tea', quantity: 2, price: null }];
    await change(id, { items });
    expect((await details(id)).items).toEqual([{ name: 'Tea', quantity: 2 }]);
    const another = await recordOrder(acme.admin, { items });
    expect((await details(another.id)).items).toEqual([{ name: 'Tea', quantity: 2 }]);
    expectCode(await sendChange(id, { items: [{ quantity: null }] }), 400, 'validation_failed');
    expectCode(await sendChange(id, { items: [{ quantity: 1, colour: null }] }), 400, 'validation_failed');
  });

  test('invalid fields are refused with the reason', async () => {
    const { id } = await recordOrder(acme.admin);
    for (const body of [
      { customerEmail: 'nobody' },
      { items: [{ quantity: 0 }] },
      { items: [{ quantity: 1, price: 50.005 }] },
      { occurredAt: '2999-01-01T00:00:00Z' },
      { amount: -1 },
      { amount: 1.234 },
    ])
      expectCode(await sendChange(id, body), 400, 'validation_failed');
  });

  test('an order with more than 20 refunds cannot move, but its amount can change', async () => {
    const ada = await newCreator();
    const { id } = await recordOrder(acme.admin);
    for (let index = 0; index < 21; index += 1) await refund(acme.admin, id, { amount: 1 });
    expectCode(await sendChange(id, { trackingCode: ada.trackingCode }), 409, 'order_refunded_often');
    expect((await change(id, { amount: 50 })).amount).toBe(50);
  });
});

describe('POST /v1/conversions/{id}/cancel', () => {
  test('a cancellation takes an order out of all totals, and reverses its commission', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { discountCode: ada.code });
    await refund(acme.admin, order.id, { amount: 30 });
    const canceled = await cancel(order.id);
    expect(canceled).toMatchObject({
      ...{ amount: 30, refundedAmount: 30, cancelReason: 'Ordered twice', canceledAt: expect.any(String) },
    });
    expect(await cancel(order.id)).toEqual(canceled);
    expect(await sumsOf(acme.admin, ada.id)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
    expect(await read(acme.admin, `/discounts/${ada.discountId}`)).toMatchObject({
      ...{ totalRevenue: 0, usageCount: 0 },
    });
    expect(await commissionOf(acme.admin, order)).toMatchObject({
      ...{ status: 'reversed', reason: 'The order was canceled' },
    });
    expect((await details(order.id)).changes).toMatchObject([
      { kind: 'canceled', amount: 100, reason: 'Ordered twice' },
    ]);
    await expectReconciled();
  });

  test('a cancellation claws a paid commission back', async () => {
    const ada = await newCreator();
    const order = await recordOrder(acme.admin, { discountCode: ada.code });
    await pay(order);
    await cancel(order.id);
    expect((await amountsOf(order.id)).toSorted()).toEqual([
      [ada.id, -10, 'approved'],
      [ada.id, 10, 'paid'],
    ]);
    await expectReconciled();
  });

  test('a canceled order keeps its money, and its annotations can change', async () => {
    const { id } = await recordOrder(acme.admin, { amount: 0 });
    await cancel(id);
    expectCode(await sendChange(id, { amount: 5 }), 409, 'order_canceled');
    expectCode(await sendRefund(acme.admin, id, { refundId: 'r-1' }), 409, 'order_canceled');
    expect((await change(id, { metadata: { why: 'test' } })).metadata).toEqual({ why: 'test' });
    await expectReconciled();
  });
});

describe('POST /v1/conversions/{id}/attribution', () => {
  test('gives an order to a creator, who keeps it when its references change', async () => {
    const [ada, ben] = [await newCreator(), await newCreator()];
    const order = await recordOrder(acme.admin, { trackingCode: ada.trackingCode });
    const given = await attribute(order.id, ben.id);
    expect(given).toMatchObject({
      affiliateId: ben.id,
      receipt: { attribution: 'attributed', winner: 'manual' },
    });
    expect(given.receipt.candidates).toMatchObject([{ outcome: 'lost', reason: 'outranked' }]);
    expect(await attribute(order.id, ben.id)).toEqual(given);
    const changed = await change(order.id, { discountCode: ada.code });
    expect(changed).toMatchObject({ affiliateId: ben.id, commissionId: given.commissionId });
    expect((await sumsOf(acme.admin, ben.id)).commissionEarned).toBe(10);
    expect((await sumsOf(acme.admin, ada.id)).commissionEarned).toBe(0);
    await expectReconciled();
  });

  test('takes an order from its creator, and gives it back with the campaign of its code', async () => {
    const ada = await newCreator();
    const { id } = await recordOrder(acme.admin, { discountCode: ada.code });
    const removed = await attribute(id, null);
    expect(removed).toMatchObject({
      ...{ affiliateId: null, campaignId: null, discountId: null, commissionId: null },
      receipt: { attribution: 'removed', winner: 'manual' },
    });
    expect(await idsIn({ attribution: 'removed' })).toEqual([id]);
    const { campaignId, discountId } = ada;
    expect(await attribute(id, ada.id)).toMatchObject({ affiliateId: ada.id, campaignId, discountId });
    await expectReconciled();
  });

  test('an unknown creator is a 400, and a canceled order a 409', async () => {
    const { id } = await recordOrder(acme.admin);
    const path = `/conversions/${id}/attribution`;
    const body = { affiliateId: 'aff_01JD0000000000000000000000', reason: 'Wrong' };
    expectCode(await send('POST', path, { token: acme.admin, body }), 400, 'reference_not_found');
    await cancel(id);
    const { id: affiliateId } = await invite(acme.admin);
    expectCode(
      await send('POST', path, { token: acme.admin, body: { ...body, affiliateId } }),
      409,
      'order_canceled',
    );
  });
});
