import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, createDiscount, invite, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, recordOrder, refund, sendOrder, sendOrders, sumsOf } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });

const setTerms = (token: string, path: string, body: object) =>
  dataOf(send('PUT', `${path}/terms`, { token, body }));

/** A rate of 10 %, of 20 % for shoes, and of nothing for gift cards. */
const shopTerms = {
  rate: percent(10),
  rules: [
    { match: { category: ['shoes'] }, rate: percent(20) },
    { match: { tag: ['gift card'] }, excluded: true },
  ],
};

const basket = [
  { sku: 'boot-42', category: 'shoes', quantity: 2, price: 50 },
  { sku: 'card-25', tags: ['gift card'], quantity: 1, price: 25 },
  { sku: 'sock-3', category: 'socks', quantity: 3, price: 25 },
];

/** The items cost 200, and the customer has a discount of 10 %. */
const order = { amount: 180, orderTotal: 214.2, items: basket };

const explanation = (termsValidFrom: string) => ({
  termsValidFrom,
  isCapped: false,
  parts: [
    { rule: 0, match: { category: 'shoes' }, rate: { ...percent(20), per: 'order' }, base: 90, amount: 18 },
    { rule: 1, match: { tag: 'gift card' }, rate: null, base: 22.5, amount: 0 },
    { rule: null, match: null, rate: { ...percent(10), per: 'order' }, base: 67.5, amount: 6.75 },
  ],
});

async function createShop() {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, brand } = await createBrand();
  const { id, trackingCode } = await inviteActive(admin);
  const terms = await setTerms(admin, '/brand', { terms: shopTerms });
  return { clock, admin, brand, id, trackingCode, validFrom: terms.validFrom as string };
}

test('a dry run explains each part of an order, and the recorded commission and its refund agree with it', async () => {
  const { admin, brand, id, trackingCode, validFrom } = await createShop();
  const preview = await dataOf(sendOrder(admin, { ...order, trackingCode }, '?dryRun=true'));
  expect(preview).toMatchObject({
    orderTotal: 214.2,
    commission: {
      amount: 24.75,
      rate: { type: 'fixed', value: 24.75, source: 'brandTerms' },
      explanation: explanation(validFrom),
    },
  });
  const recorded = await recordOrder(admin, { ...order, trackingCode });
  expect(recorded.orderTotal).toBe(214.2);
  expect(await commissionOf(admin, recorded as { commissionId: string })).toMatchObject({
    amount: 24.75,
    explanation: explanation(validFrom),
  });
  await refund(admin, recorded.id, { amount: 60 });
  expect((await commissionOf(admin, recorded as { commissionId: string })).amount).toBe(16.5);
  expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 120, totalOrders: 1, commissionEarned: 16.5 });
  expect(await reconcileBrand(brand.id)).toMatchObject({ entries: 4, differences: [] });
});

test('an order is judged by the terms of its time, also when it is recorded after a change or in bulk', async () => {
  const { clock, brand, admin: early, trackingCode } = await createShop();
  await setTerms(early, '/brand', { terms: { rate: percent(30) }, validFrom: '2026-03-15T00:00:00Z' });
  await setTerms(early, '/brand', { terms: null, validFrom: '2026-03-20T00:00:00Z' });
  clock.set('2026-03-25T12:00:00.000Z');
  const { token: admin } = await newToken(brand.id, 'admin');
  const times = ['03-01T11:59:00.000Z', '03-05', '03-14T23:59:59.999Z', '03-15', '03-20', '03-25'].map(
    (day) => (day.includes('T') ? `2026-${day}` : `2026-${day}T00:00:00.000Z`),
  );
  const orders = times.map((occurredAt, index) => ({
    orderId: `o-${index}`,
    ...order,
    trackingCode,
    occurredAt,
  }));
  const { json } = await sendOrders(admin, orders);
  const commissions = await Promise.all(
    json.data.map(({ conversion }: { conversion: { commissionId: string } }) =>
      commissionOf(admin, conversion),
    ),
  );
  expect(commissions.map(({ amount, rate }) => [amount, rate.source])).toEqual([
    [18, 'brand'],
    [24.75, 'brandTerms'],
    [24.75, 'brandTerms'],
    [54, 'brandTerms'],
    [18, 'brand'],
    [18, 'brand'],
  ]);
});

test('the nearest owner wins, and its terms win over its simple rate', async () => {
  const { admin } = await createShop();
  const { id: campaignId } = await createCampaign(admin, { status: 'active', commission: percent(5) });
  const { id } = await invite(admin, { campaignIds: [campaignId] });
  const { code: discountCode } = await createDiscount(admin, id, { campaignId });
  const sourceNow = async () => {
    const commission = await commissionOf(
      admin,
      (await recordOrder(admin, { amount: 100, discountCode })) as { commissionId: string },
    );
    return [commission.rate.source, commission.amount];
  };
  expect(await sourceNow()).toEqual(['campaign', 5]);
  await setTerms(admin, `/campaigns/${campaignId}`, { terms: { rate: percent(6) } });
  expect(await sourceNow()).toEqual(['campaignTerms', 6]);
  await patch(admin, `/affiliates/${id}`, { commissionOverride: percent(7) });
  expect(await sourceNow()).toEqual(['override', 7]);
  await setTerms(admin, `/affiliates/${id}`, { terms: { rate: percent(8), caps: { perOrder: 7.5 } } });
  expect(await sourceNow()).toEqual(['creatorTerms', 7.5]);
});

test('an order whose items are all excluded has a creator, but no commission', async () => {
  const { admin, id, trackingCode } = await createShop();
  const items = [{ sku: 'card', tags: ['gift card'], quantity: 1, price: 25 }];
  const recorded = await recordOrder(admin, { amount: 25, items, trackingCode });
  expect(recorded).toMatchObject({ affiliateId: id, commissionId: null });
  await refund(admin, recorded.id, { amount: 5 });
  expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 20, totalOrders: 1, commissionEarned: 0 });
});

test('a clawback has no explanation, because its parts do not add up to it', async () => {
  const { clock, admin, trackingCode } = await createShop();
  const recorded = await recordOrder(admin, { ...order, trackingCode });
  const { id } = await commissionOf(admin, recorded as { commissionId: string });
  await patch(admin, `/commissions/${id}/approve`, {});
  clock.advance(60);
  await dataOf(send('POST', '/payouts', { token: admin, body: {} }), 201);
  const { commissionId } = await refund(admin, recorded.id, { amount: 60 });
  expect(await commissionOf(admin, { commissionId })).toMatchObject({ amount: -8.25, explanation: null });
});

test('an order whose time changes within its day earns by what applied at its new time, in both directions', async () => {
  const clock = fakeClock('2026-03-01T08:00:00.000Z');
  const { admin, brand } = await createBrand();
  const { trackingCode } = await inviteActive(admin);
  clock.advance(3600);
  await setTerms(admin, '/brand', { terms: { rate: percent(20) } });
  clock.advance(3600);
  const recorded = await recordOrder(admin, { amount: 100, trackingCode });
  for (const [occurredAt, source, amount] of [
    ['2026-03-01T08:30:00Z', 'brand', 10],
    ['2026-03-01T09:30:00Z', 'brandTerms', 20],
  ]) {
    const changed = await patch(admin, `/conversions/${recorded.id}`, { occurredAt });
    const commission = await commissionOf(admin, changed as { commissionId: string });
    expect(commission).toMatchObject({ id: recorded.commissionId, amount, rate: { source } });
  }
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});
