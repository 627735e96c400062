import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import {
  changeStored,
  claimForPayout,
  commissionOf,
  read,
  recordOrder,
  refund,
  sendRefund,
  sumsOf,
} from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const percent = (value: number) => ({ type: 'percentage', value });
const fixed = (value: number) => ({ type: 'fixed', value });

/** Records an order of 100 by a creator's discount code in a campaign. The rate defaults to 10 percent. */
async function newOrder(rate: object = percent(10)) {
  const { admin } = acme;
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId } = await invite(admin, { commissionOverride: rate });
  const { code, id: discountId } = await createDiscount(admin, affiliateId, { campaignId });
  const order = await recordOrder(admin, { discountCode: code });
  return { order, affiliateId, campaignId, discountId };
}

const decide = (id: string, decision: 'approve' | 'reject') =>
  send('PATCH', `/commissions/${id}/${decision}`, {
    token: acme.admin,
    ...(decision === 'reject' && { body: { reason: 'Fraud' } }),
  });

/** Moves a commission into a state. Writes payout states directly, without a payout. */
async function setCommissionState(order: Json, state: string): Promise<void> {
  const { commissionId: id } = order;
  if (state === 'rejected') await decide(id, 'reject');
  if (['approved', 'paid', 'in a payout'].includes(state)) await decide(id, 'approve');
  if (['paid', 'in a payout'].includes(state)) await claimForPayout(acme.brand.id, id);
  if (state === 'paid') await changeStored(acme.brand.id, id, { status: 'paid' });
}

const adjustmentsOf = async (order: Json, affiliateId: string): Promise<Json[]> =>
  (await readPage(acme.admin, '/commissions', { affiliateId })).items.filter(
    ({ adjusts }) => adjusts === order.commissionId,
  );

describe('POST /v1/conversions/{id}/refunds', () => {
  test('returns 201 and deducts a partial refund from the order and all totals', async () => {
    const { order, affiliateId, campaignId, discountId } = await newOrder();
    const answer = await sendRefund(acme.admin, order.id, { refundId: 'r-1', amount: 30.5 });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toEqual({
      id: expect.stringMatching(/^ref_[0-9A-Z]{26}$/),
      status: 'applied',
      orderId: order.orderId,
      conversionId: order.id,
      refundId: 'r-1',
      amount: 30.5,
      requestedAmount: 30.5,
      requestedCurrency: 'USD',
      currency: 'USD',
      original: null,
      commissionId: null,
      occurredAt: answer.json.data.createdAt,
      reason: null,
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: null,
      reversedAt: null,
      reversalReason: null,
      supplementId: null,
    });
    expect(await read(acme.admin, `/conversions/${order.id}`)).toMatchObject({
      ...order,
      refundedAmount: 30.5,
    });
    expect(await sumsOf(acme.admin, affiliateId)).toEqual({
      totalRevenue: 69.5,
      totalOrders: 1,
      commissionEarned: 6.95,
    });
    expect((await read(acme.admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(69.5);
    expect(await read(acme.admin, `/discounts/${discountId}`)).toMatchObject({
      totalRevenue: 69.5,
      usageCount: 1,
    });
  });

  test('reverses the commission when several refunds use up the order', async () => {
    const { order, affiliateId, campaignId, discountId } = await newOrder();
    for (const [amount, left] of [
      [33.33, 6.67],
      [33.33, 3.33],
      [33.33, 0],
    ] as const) {
      await refund(acme.admin, order.id, { amount });
      expect((await commissionOf(acme.admin, order)).amount).toBe(left);
    }
    const last = await refund(acme.admin, order.id);
    expect(last.amount).toBe(0.01);
    expect(await commissionOf(acme.admin, order)).toMatchObject({
      status: 'reversed',
      reason: 'The order was refunded',
    });
    expect(await sumsOf(acme.admin, affiliateId)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
    expect((await read(acme.admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(0);
    expect(await read(acme.admin, `/discounts/${discountId}`)).toMatchObject({
      totalRevenue: 0,
      usageCount: 1,
    });
  });

  test('refunds an order that has no commission', async () => {
    const order = await recordOrder(acme.admin);
    await refund(acme.admin, order.id, { amount: 99.99 });
    const rest = await refund(acme.admin, order.id);
    expect(rest).toMatchObject({ amount: 0.01, commissionId: null });
    expect((await read(acme.admin, `/conversions/${order.id}`)).refundedAmount).toBe(100);
  });

  test('deducts a refund from the totals of the creator and the campaign when the discount code was deleted', async () => {
    const { order, affiliateId, campaignId, discountId } = await newOrder();
    await send('DELETE', `/discounts/${discountId}`, { token: acme.admin });
    await refund(acme.admin, order.id, { amount: 40 });
    expect((await read(acme.admin, `/conversions/${order.id}`)).discountId).toBe(discountId);
    expect(await sumsOf(acme.admin, affiliateId)).toMatchObject({ totalRevenue: 60, commissionEarned: 6 });
    expect((await read(acme.admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(60);
  });

  test('keeps the commission held after a partial refund and ends the hold after a full refund', async () => {
    const { admin } = acme;
    const { email, trackingCode } = await invite(admin);
    const order = await recordOrder(admin, { trackingCode, customerEmail: email });
    await refund(admin, order.id, { amount: 50 });
    expect(await commissionOf(admin, order)).toMatchObject({ amount: 5, hold: { reason: 'selfReferral' } });
    await refund(admin, order.id);
    expect(await commissionOf(admin, order)).toMatchObject({ status: 'reversed', hold: null });
  });
});

describe('POST /v1/conversions/{id}/refunds (deduplication)', () => {
  test.each([
    ['a refund with an amount', { refundId: 'r-1', amount: 30 }],
    ['a refund without an amount', { refundId: 'r-1' }],
  ])('returns 200 and writes nothing when %s is sent again', async (_, body) => {
    const { order } = await newOrder();
    const first = await sendRefund(acme.admin, order.id, body);
    const before = await allItems();
    const again = await sendRefund(acme.admin, order.id, body);
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text]);
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['another amount', { amount: 30 }, { amount: 31 }],
    ['no amount instead of a partial amount', { amount: 30 }, {}],
    ['a partial amount instead of no amount', {}, { amount: 99 }],
  ])('returns 409 and writes nothing when a refundId is sent again with %s', async (_, first, other) => {
    const { order } = await newOrder();
    await refund(acme.admin, order.id, { refundId: 'r-1', ...first });
    const before = await allItems();
    expectError(
      await sendRefund(acme.admin, order.id, { refundId: 'r-1', ...other }),
      errorBody(
        409,
        '`refundId` is already used with a different amount: repeat that amount, or send another `refundId`',
      ),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['the full amount instead of no amount', 0, {}, { amount: 100 }],
    ['the remaining amount instead of no amount', 60, {}, { amount: 40 }],
    ['no amount instead of the full amount', 0, { amount: 100 }, {}],
    ['no amount after an earlier refund', 60, {}, {}],
  ])(
    'returns 200 with the recorded refund when it is sent again with %s',
    async (_, earlier, first, again) => {
      const { order } = await newOrder();
      if (earlier > 0) await refund(acme.admin, order.id, { refundId: 'r-0', amount: earlier });
      const recorded = await refund(acme.admin, order.id, { refundId: 'r-1', ...first });
      const before = await allItems();
      const answer = await sendRefund(acme.admin, order.id, { refundId: 'r-1', ...again });
      expect([answer.status, answer.json?.data]).toEqual([200, recorded]);
      expect(await allItems()).toEqual(before);
    },
  );

  test('compares the time of a repeated refund only if both requests name it, and never the reason', async () => {
    const { order } = await newOrder();
    const [at, other] = [inMinutes(-2), inMinutes(-1)];
    const body = { refundId: 'r-1', amount: 1 };
    const named = await refund(acme.admin, order.id, { ...body, occurredAt: at, reason: 'Broken' });
    expect(named).toMatchObject({ occurredAt: at, reason: 'Broken' });
    for (const same of [{}, { occurredAt: at }, { reason: 'Lost' }]) {
      const again = await sendRefund(acme.admin, order.id, { ...body, ...same });
      expect([again.status, again.json.data]).toEqual([200, named]);
    }
    const refused = await sendRefund(acme.admin, order.id, { ...body, occurredAt: other });
    expect(refused.json).toMatchObject({ statusCode: 409, code: 'refund_id_reused' });
    await refund(acme.admin, order.id, { refundId: 'r-2', amount: 1 });
    const late = await sendRefund(acme.admin, order.id, { refundId: 'r-2', amount: 1, occurredAt: at });
    expect(late.status).toBe(200);
  });

  test('records the same refundId separately for each order', async () => {
    const [one, other] = [await newOrder(), await newOrder()];
    const refunds = [
      await refund(acme.admin, one.order.id, { refundId: 'r-1', amount: 1 }),
      await refund(acme.admin, other.order.id, { refundId: 'r-1', amount: 1 }),
    ];
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(2);
  });

  test('records a refund once when 20 identical requests arrive at once', async () => {
    const { order, affiliateId } = await newOrder();
    const answers = await runConcurrently(20, () =>
      sendRefund(acme.admin, order.id, { refundId: 'r', amount: 10 }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await sumsOf(acme.admin, affiliateId)).toMatchObject({ totalRevenue: 90, commissionEarned: 9 });
  });
});

describe('POST /v1/conversions/{id}/refunds (validation)', () => {
  test('returns 409 when the refund exceeds the remaining amount', async () => {
    const { order } = await newOrder();
    await refund(acme.admin, order.id, { amount: 60 });
    const before = await allItems();
    expectError(
      await sendRefund(acme.admin, order.id, { refundId: 'r', amount: 40.01 }),
      errorBody(
        409,
        '`amount` must be at most 40 (USD), because the rest of the order is already refunded',
        [{ path: 'amount', message: 'Must be at most 40', values: ['40'] }],
        'refund_too_large',
      ),
    );
    expect(await allItems()).toEqual(before);
    await refund(acme.admin, order.id, { amount: 40 });
    for (const body of [{ refundId: 'r' }, { refundId: 'r', amount: 0.01 }]) {
      expectError(
        await sendRefund(acme.admin, order.id, body),
        errorBody(409, 'The order is already fully refunded'),
      );
    }
  });

  test.each([
    ['without a refundId', { refundId: undefined }, 'refundId'],
    ['with a control character in its refundId', { refundId: 'r\u0000' }, 'refundId'],
    ['with a refundId of 101 characters', { refundId: 'x'.repeat(101) }, 'refundId'],
    ['with an amount of 0', { amount: 0 }, 'amount'],
    ['with a negative amount', { amount: -1 }, 'amount'],
    ['with an amount of half a cent', { amount: 1.005 }, 'amount'],
    ['with an unknown field', { reference: 'broken' }, 'reference'],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['in the future', { occurredAt: inMinutes(6) }, 'occurredAt'],
    ['before its order', { occurredAt: inMinutes(-6) }, 'occurredAt'],
  ])('returns 400 and writes nothing for a refund %s', async (_, body, path) => {
    const { order } = await newOrder();
    const before = await allItems();
    const answer = await sendRefund(acme.admin, order.id, { refundId: 'r', ...body });
    expectError(answer, invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('returns 404 for an unknown order and for an order of another brand', async () => {
    const globex = await createBrand();
    const foreign = await recordOrder(globex.admin);
    for (const id of [newId('conversion', new Date()), foreign.id, 'none']) {
      const answer = await sendRefund(acme.admin, id, { refundId: 'r' });
      expectError(answer, errorBody(404, 'Conversion not found'));
    }
    expect((await read(globex.admin, `/conversions/${foreign.id}`)).refundedAmount).toBe(0);
  });
});

test('POST /v1/conversions/{id}/refunds never refunds more than the amount of the order when 14 requests run concurrently', async () => {
  const { order, affiliateId } = await newOrder();
  const answers = await runConcurrently(14, (index) =>
    sendRefund(acme.admin, order.id, { refundId: `r-${index}`, amount: 9 }),
  );
  expect(countByStatus(answers)).toEqual({ 201: 11, 409: 3 });
  expect((await read(acme.admin, `/conversions/${order.id}`)).refundedAmount).toBe(99);
  expect(await sumsOf(acme.admin, affiliateId)).toEqual({
    totalRevenue: 1,
    totalOrders: 1,
    commissionEarned: 0.1,
  });
});

describe('POST /v1/conversions/{id}/refunds (commission)', () => {
  // AffiliateWP issue 1829
  test.each(['pending', 'approved'])(
    'recalculates a commission that is %s after a partial refund and reverses it after a full refund',
    async (state) => {
      const { order, affiliateId } = await newOrder(percent(12.5));
      await setCommissionState(order, state);
      const before = await commissionOf(acme.admin, order);
      await refund(acme.admin, order.id, { amount: 0.5 });
      // 12.5 percent of 99.5 is 12.4375, which is rounded once.
      expect(await commissionOf(acme.admin, order)).toEqual({ ...before, amount: 12.44 });
      await refund(acme.admin, order.id);
      expect(await commissionOf(acme.admin, order)).toEqual({
        ...before,
        amount: 0,
        originalAmount: 12.5,
        status: 'reversed',
        reason: 'The order was refunded',
      });
      expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(0);
      expect(await adjustmentsOf(order, affiliateId)).toEqual([]);
    },
  );

  test.each(['pending', 'approved'])(
    'reduces a fixed commission that is %s in proportion to a partial refund and reverses it after a full refund',
    async (state) => {
      const { order, affiliateId } = await newOrder(fixed(5));
      await setCommissionState(order, state);
      const before = await commissionOf(acme.admin, order);
      await refund(acme.admin, order.id, { amount: 60 });
      expect(await commissionOf(acme.admin, order)).toEqual({ ...before, amount: 2 });
      expect(await sumsOf(acme.admin, affiliateId)).toEqual({
        totalRevenue: 40,
        totalOrders: 1,
        commissionEarned: 2,
      });
      await refund(acme.admin, order.id);
      expect(await commissionOf(acme.admin, order)).toMatchObject({
        status: 'reversed',
        amount: 0,
        originalAmount: 5,
      });
      expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(0);
    },
  );

  test('a rejected commission stays rejected, and its amount follows the refunds', async () => {
    const { order, affiliateId } = await newOrder();
    await setCommissionState(order, 'rejected');
    const before = await commissionOf(acme.admin, order);
    await refund(acme.admin, order.id, { amount: 40 });
    await refund(acme.admin, order.id);
    expect(await commissionOf(acme.admin, order)).toEqual({ ...before, amount: 0 });
    expect(await adjustmentsOf(order, affiliateId)).toEqual([]);
    expect(await sumsOf(acme.admin, affiliateId)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
  });

  test.each(['paid', 'in a payout'])(
    'creates a negative, approved commission to claw back a commission that is %s',
    async (state) => {
      const clock = fakeClock();
      const { order, affiliateId } = await newOrder();
      await setCommissionState(order, state);
      const before = await commissionOf(acme.admin, order);
      clock.advance(60);
      const first = await refund(acme.admin, order.id, { amount: 33.35 });
      // 10 percent of 66.65 is 6.665, which rounds to 6.66.
      const [adjustment] = await adjustmentsOf(order, affiliateId);
      expect(adjustment).toEqual({
        ...before,
        id: first.commissionId,
        kind: 'adjustment',
        amount: -3.34,
        originalAmount: -3.34,
        status: 'approved',
        createdAt: clock.now().toISOString(),
        eligibleAt: clock.now().toISOString(),
        approvedAt: clock.now().toISOString(),
        approvedBy: null,
        paidAt: null,
        payoutId: null,
        reason: 'The order was refunded',
        adjusts: order.commissionId,
      });
      clock.advance(60);
      const second = await refund(acme.admin, order.id);
      expect((await read(acme.admin, `/commissions/${second.commissionId}`)).amount).toBe(-6.66);
      expect(await commissionOf(acme.admin, order)).toEqual(before);
      expect(await sumsOf(acme.admin, affiliateId)).toEqual({
        totalRevenue: 0,
        totalOrders: 0,
        commissionEarned: 0,
      });
      const filters = { affiliateId };
      expect((await readPage(acme.admin, '/commissions', filters)).total).toBe(3);
      const approved = await readPage(acme.admin, '/commissions', { ...filters, status: 'approved' });
      expect(approved.total).toBe(state === 'paid' ? 2 : 3);
    },
  );

  test.each(['paid', 'in a payout'])(
    'claws back a fixed commission that is %s in proportion to each refund',
    async (state) => {
      const { order, affiliateId } = await newOrder(fixed(5));
      await setCommissionState(order, state);
      for (const [amount, clawback] of [
        [60, -3],
        [40, -2],
      ] as const) {
        const { commissionId } = await refund(acme.admin, order.id, { amount });
        expect((await read(acme.admin, `/commissions/${commissionId}`)).amount).toBe(clawback);
      }
      expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(0);
    },
  );

  test('continues to claw back a commission whose payout was canceled after the first refund', async () => {
    const { order, affiliateId } = await newOrder();
    await setCommissionState(order, 'in a payout');
    await refund(acme.admin, order.id, { amount: 50 });
    await changeStored(acme.brand.id, order.commissionId, { payoutId: null });
    await refund(acme.admin, order.id, { amount: 20 });
    expect(await commissionOf(acme.admin, order)).toMatchObject({ amount: 10, status: 'approved' });
    expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(3);
    await refund(acme.admin, order.id);
    const amounts = (await adjustmentsOf(order, affiliateId)).map(({ amount }) => amount);
    expect(amounts.toSorted()).toEqual([-2, -3, -5]);
    expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(0);
  });

  test('recalculates a commission whose payout was canceled before the first refund', async () => {
    const { order, affiliateId } = await newOrder();
    await setCommissionState(order, 'in a payout');
    await changeStored(acme.brand.id, order.commissionId, { payoutId: null });
    await refund(acme.admin, order.id, { amount: 50 });
    expect((await commissionOf(acme.admin, order)).amount).toBe(5);
    expect(await adjustmentsOf(order, affiliateId)).toEqual([]);
  });

  test('makes PATCH /v1/commissions/{id}/reject return 409, because a rejection would charge the creator twice', async () => {
    const { order, affiliateId } = await newOrder();
    await setCommissionState(order, 'in a payout');
    await refund(acme.admin, order.id, { amount: 50 });
    await changeStored(acme.brand.id, order.commissionId, { payoutId: null });
    expectError(
      await decide(order.commissionId, 'reject'),
      errorBody(409, 'A commission that has a clawback cannot become rejected'),
    );
    expect((await sumsOf(acme.admin, affiliateId)).commissionEarned).toBe(5);
  });
});
