import { beforeAll, describe, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, read, recordOrder, refund, sumsOf } from '#test/support/orders.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

/** Sets a field of a brand that no endpoint can change. */
const setBrandField = (brandId: string, name: string, value: unknown) =>
  transact([updateExisting(keys.brand(brandId), { set: { [name]: value } })]);

const percent = (value: number) => ({ type: 'percentage', value });
const fixed = (value: number) => ({ type: 'fixed', value });

describe('the commission of an order', () => {
  test('the commission of an order has every documented field when the order is attributed', async () => {
    const clock = fakeClock('2026-03-01T10:00:00.000Z');
    const { admin } = await createBrand();
    const { id: campaignId } = await createCampaign(admin, { status: 'active', commission: percent(12.5) });
    const { id: affiliateId } = await invite(admin);
    const { code } = await createDiscount(admin, affiliateId, { campaignId });
    clock.set('2026-03-01T12:00:00.000Z');
    const order = await recordOrder(admin, {
      amount: 79.99,
      discountCode: code,
      occurredAt: '2026-03-01T11:00:00.000Z',
    });
    expect(await commissionOf(admin, order)).toEqual({
      explanation: null,
      kind: 'order',
      settledElsewhere: false,
      id: order.commissionId,
      affiliateId,
      campaignId,
      conversionId: order.id,
      orderId: order.orderId,
      orderAmount: 79.99,
      amount: 10,
      originalAmount: 10,
      currency: 'USD',
      rate: { type: 'percentage', value: 12.5, source: 'campaign' },
      status: 'pending',
      createdAt: '2026-03-01T12:00:00.000Z',
      eligibleAt: '2026-03-31T12:00:00.000Z',
      approvedAt: null,
      approvedBy: null,
      paidAt: null,
      payoutId: null,
      reason: null,
      hold: null,
      adjusts: null,
    });
  });

  test.each([
    ['the creator’s percentage, which precedes the campaign’s', percent(20), percent(15), 'override', 20],
    ['the creator’s fixed amount, which precedes the campaign’s', fixed(3.5), percent(15), 'override', 3.5],
    ['the campaign’s percentage when the creator has no override', null, percent(15), 'campaign', 15],
    ['the campaign’s fixed amount when the creator has no override', null, fixed(4), 'campaign', 4],
    ['the brand’s rate when neither has one', null, null, 'brand', 10],
  ])(
    'the commission of an order is computed from %s',
    async (_, commissionOverride, commission, source, amount) => {
      const { admin } = acme;
      const { id: campaignId } = await createCampaign(admin, { status: 'active', commission });
      const { id } = await invite(admin, commissionOverride === null ? {} : { commissionOverride });
      const { code } = await createDiscount(admin, id, { campaignId });
      const order = await recordOrder(admin, { discountCode: code });
      expect(await commissionOf(admin, order)).toMatchObject({ amount, rate: { source } });
      expect((await sumsOf(admin, id)).commissionEarned).toBe(amount);
    },
  );

  test('the commission of an order is computed from the brand’s fixed amount', async () => {
    const { brand, admin } = await createBrand();
    await setBrandField(brand.id, 'commission', { type: 'fixed', value: 250 });
    const { trackingCode } = await invite(admin);
    const order = await recordOrder(admin, { trackingCode });
    expect(await commissionOf(admin, order)).toMatchObject({
      amount: 2.5,
      rate: { type: 'fixed', value: 2.5, source: 'brand' },
    });
  });

  test('the commission of an order is at most the order when the fixed amount is larger', async () => {
    const { trackingCode } = await invite(acme.admin, { commissionOverride: fixed(5) });
    const order = await recordOrder(acme.admin, { trackingCode, amount: 3.2 });
    expect(await commissionOf(acme.admin, order)).toMatchObject({ amount: 3.2, originalAmount: 3.2 });
  });

  test('keeps its original rate after rates change, also when a refund recalculates it', async () => {
    const { admin } = acme;
    const { id: campaignId } = await createCampaign(admin, { status: 'active', commission: percent(20) });
    const { id } = await invite(admin);
    const { code } = await createDiscount(admin, id, { campaignId });
    const order = await recordOrder(admin, { discountCode: code });
    const before = await commissionOf(admin, order);
    await patch(admin, `/campaigns/${campaignId}`, { commission: percent(50) });
    await patch(admin, `/affiliates/${id}`, { commissionOverride: fixed(1) });
    expect(await commissionOf(admin, order)).toEqual(before);
    await refund(admin, order.id, { amount: 50 });
    expect(await commissionOf(admin, order)).toEqual({ ...before, amount: 10 });
  });

  test.each([
    // Halves round to the even neighbor.
    ['USD', 0.05, 10, '0'],
    ['USD', 0.15, 10, '0.02'],
    ['USD', 0.25, 10, '0.02'],
    ['USD', 0.35, 10, '0.04'],
    ['USD', 0.01, 50, '0'],
    ['USD', 0.03, 50, '0.02'],
    ['USD', 0.01, 50.01, '0.01'],
    ['USD', 0.01, 0.01, '0'],
    ['USD', 19.99, 33.33, '6.66'],
    ['USD', 100, 100, '100'],
    ['JPY', 105, 10, '10'],
    ['JPY', 115, 10, '12'],
    ['BHD', 0.025, 10, '0.002'],
    ['BHD', 1.005, 10, '0.1'],
    ['CLF', 0.0015, 10, '0.0002'],
    ['USD', 9_999_999_999.99, 99.99, '9998999999.99'],
    ['JPY', 999_999_999_999, 33.33, '333300000000'],
  ])(
    'the commission of an order is rounded: an order of %s %d at %d percent earns %s',
    async (currency, amount, rate, commission) => {
      const { admin } = await createBrand('growth', { currency });
      const { trackingCode } = await invite(admin, { commissionOverride: percent(rate) });
      const order = await recordOrder(admin, { amount, trackingCode });
      const answer = await send('GET', `/commissions/${order.commissionId}`, { token: admin });
      expect(answer.text).toContain(`"amount":${commission},"originalAmount":${commission},`);
    },
  );

  test('the commission of an order has the end of the brand’s hold period as eligibleAt', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    await setBrandField(brand.id, 'holdDays', 14);
    const { eligibleAt } = await commissionOf(admin, await recordOrder(admin, { trackingCode }));
    expect(eligibleAt).toBe('2026-03-15T12:00:00.000Z');
  });

  test('the commission of an order is exact for very large orders, and so are the totals', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin, { commissionOverride: percent(99.99) });
    for (let count = 0; count < 9; count += 1) {
      await recordOrder(admin, { amount: 9_999_999_999.99, trackingCode });
    }
    const { text } = await send('GET', `/affiliates/${id}`, { token: admin });
    expect(text).toContain('"totalRevenue":89999999999.91,');
    expect(text).toContain('"commissionEarned":89990999999.91');
  });
});

describe('a self-referral', () => {
  test('a self-referral has a held commission for every kind of reference and any letter case of the creator’s e-mail address', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin, { email: 'Ada@Creators.test' });
    const { code } = await createDiscount(admin, id);
    const clickAnswer = await send('POST', `/tracking/ref/${trackingCode}`, { token: admin });
    const click = { clickId: clickAnswer.json.data.clickId };
    for (const reference of [{ trackingCode }, { discountCode: code }, click]) {
      const order = await recordOrder(admin, { ...reference, customerEmail: 'ADA@creators.TEST' });
      expect(order).toMatchObject({ affiliateId: id, receipt: { attribution: 'attributed' } });
      expect(await commissionOf(admin, order)).toMatchObject({
        status: 'pending',
        amount: 10,
        hold: { reason: 'selfReferral', since: clock.now().toISOString() },
      });
    }
    expect((await sumsOf(admin, id)).commissionEarned).toBe(30);
  });

  test.each([
    ['a tag', 'ada@creators.test', 'ada+shop@creators.test'],
    ['a tag in the creator’s address', 'eve+brand@creators.test', 'EVE@creators.test'],
    ['dots in a Gmail address', 'max.muster@gmail.com', 'm.a.x.muster+y@gmail.com'],
    ['the other domain of Gmail', 'mia@googlemail.com', 'm.i.a@gmail.com'],
    ['the ASCII form of the domain', 'jürgen@müller.de', 'jürgen+x@xn--mller-kva.de'],
  ])('a self-referral is held when the two addresses differ in %s', async (_, email, customerEmail) => {
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin, { email });
    const order = await recordOrder(admin, { trackingCode, customerEmail });
    expect(await commissionOf(admin, order)).toMatchObject({ hold: { reason: 'selfReferral' } });
  });

  test('an order by a customer or another creator has no held commission', async () => {
    const { admin } = acme;
    const { trackingCode } = await invite(admin);
    const { email } = await invite(admin);
    for (const customerEmail of [email, 'someone@customers.test', undefined]) {
      const order = await recordOrder(admin, { trackingCode, customerEmail });
      expect((await commissionOf(admin, order)).hold).toBeNull();
    }
  });
});

describe('a commission that is a large share of its order', () => {
  test.each([
    ['50.01 percent', percent(50.01), 100, true],
    ['50 percent', percent(50), 100, false],
    ['50 percent, rounded up', percent(50), 0.03, false],
    ['a fixed amount above half of the order', fixed(5), 9.99, true],
    ['a fixed amount of half of the order', fixed(5), 10, false],
  ])('a commission of %s is held only if it exceeds half of the order', async (_, rate, amount, isHeld) => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin, { commissionOverride: rate });
    const { hold } = await commissionOf(admin, await recordOrder(admin, { trackingCode, amount }));
    expect(hold).toEqual(isHeld ? { reason: 'aboveShare', since: clock.now().toISOString() } : null);
    expect((await readPage(admin, '/commissions', { held: 'true' })).total).toBe(isHeld ? 1 : 0);
  });

  test('a commission is held above the brand’s holdAboveShare, which replaces the half, but a self-referral is named first', async () => {
    const { brand, admin } = await createBrand();
    const { email, trackingCode } = await invite(admin, { commissionOverride: percent(60) });
    const holdOf = async (body: object = {}) =>
      (await commissionOf(admin, await recordOrder(admin, { trackingCode, ...body }))).hold?.reason;
    expect(await holdOf({ customerEmail: email })).toBe('selfReferral');
    await setBrandField(brand.id, 'holdAboveShare', 6000);
    expect(await holdOf()).toBeUndefined();
    await setBrandField(brand.id, 'holdAboveShare', 5999);
    expect(await holdOf()).toBe('aboveShare');
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('a commission that is held because of its share is never approved automatically, and an admin can approve it', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand();
    const { trackingCode } = await invite(admin, { commissionOverride: percent(80) });
    const order = await recordOrder(admin, { trackingCode });
    clock.advance(60 * secondsPerDay);
    await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    const { token } = await newToken(brand.id, 'admin');
    expect(await commissionOf(token, order)).toMatchObject({
      status: 'pending',
      hold: { reason: 'aboveShare' },
    });
    await patch(token, `/commissions/${order.commissionId}/approve`, {});
    expect(await commissionOf(token, order)).toMatchObject({ status: 'approved', hold: null, amount: 80 });
  });
});

describe('POST /v1/conversions (totals)', () => {
  test('adds the order to the totals of its creator, campaign and discount code at once', async () => {
    const { admin } = await createBrand();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { id } = await invite(admin);
    const { code, id: discountId } = await createDiscount(admin, id, { campaignId });
    await recordOrder(admin, { amount: 19.99, discountCode: code });
    await recordOrder(admin, { amount: 0.02, discountCode: code });
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 20.01, totalOrders: 2, commissionEarned: 2 });
    expect(await read(admin, `/campaigns/${campaignId}`)).toMatchObject({ totalRevenue: 20.01 });
    expect(await read(admin, `/discounts/${discountId}`)).toMatchObject({
      totalRevenue: 20.01,
      usageCount: 2,
    });
    for (const path of ['/affiliates', '/campaigns', '/discounts']) {
      expect((await read(admin, path))[0].totalRevenue).toBe(20.01);
    }
  });

  test('leaves the totals of a banned creator unchanged', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    await patch(admin, `/affiliates/${id}`, { status: 'banned' });
    await recordOrder(admin, { trackingCode });
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 0, totalOrders: 0, commissionEarned: 0 });
  });
});
