// Tells the story of a shop like Shopify: orders that are edited, refunded, canceled and moved, before and after they are paid.
import { expect, onTestFinished, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createDiscount, inviteActive, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import {
  commissionOf,
  read,
  recordOrder,
  refund,
  sendRefund,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { expectConsistentPayouts } from '#test/support/payout-books.ts';
import { createPayout, markLine, payPayout, reopenPayout } from '#test/support/payouts.ts';
import { expectReconciled, expectReconciledInTurn } from '#test/support/reconciled.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

interface Creator {
  readonly id: string;
  readonly trackingCode: string;
  readonly code: string;
  readonly discountId: string;
}

async function createCreator(token: string): Promise<Creator> {
  const { id, trackingCode } = await inviteActive(token);
  const { code, id: discountId } = await createDiscount(token, id);
  return { id, trackingCode, code, discountId };
}

/** The brand pays 10 percent. Ada and Ben have a discount code each. */
async function openShop(at = '2026-03-01T08:00:00.000Z', currency = 'USD') {
  const clock = fakeClock(at, 1);
  const { brand, admin } = await createBrand('scale', { currency });
  onTestFinished(() => expectReconciled(brand.id));
  // An API key does not expire when a test moves the clock.
  const { key: token } = await createApiKey(admin);
  const [ada, ben] = [await createCreator(token), await createCreator(token)];
  const post = (path: string, body: object, status = 200) =>
    dataOf(send('POST', path, { token, body }), status);
  return {
    ...{ clock, brand, token, ada, ben, post },
    order: (body: object): Promise<Json> => recordOrder(token, body),
    details: (id: string): Promise<Json> => read(token, `/conversions/${id}`),
    edit: (id: string, body: object): Promise<Json> => patch(token, `/conversions/${id}`, body),
    cancel: (id: string) => post(`/conversions/${id}/cancel`, { reason: 'The customer changed their mind' }),
    give: (id: string, to: Creator | null) =>
      post(`/conversions/${id}/attribution`, { affiliateId: to?.id ?? null, reason: 'Ben asked' }),
    reverse: (id: string, refundId: string) => post(`/conversions/${id}/refunds/${refundId}/reverse`, {}),
    approve: ({ commissionId }: Json) => patch(token, `/commissions/${commissionId}/approve`, {}),
    terms: (path: string, terms: object | null): Promise<Json> =>
      dataOf(send('PUT', `${path}/terms`, { token, body: { terms } })),
    commission: async (id: string) =>
      commissionOf(token, (await read(token, `/conversions/${id}`)) as { commissionId: string }),
  };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

type Sums = readonly [totalRevenue: number, totalOrders: number, commissionEarned: number];

const sumsIn = async ({ token }: Shop, { id }: Creator): Promise<Sums> => {
  const { totalRevenue, totalOrders, commissionEarned } = await sumsOf(token, id);
  return [totalRevenue, totalOrders, commissionEarned];
};

/** Expects these sums of Ada and Ben, and that the ledger agrees with everything that is stored. */
async function expectBooks(shop: Shop, ada: Sums, ben: Sums = [0, 0, 0]): Promise<void> {
  expect([await sumsIn(shop, shop.ada), await sumsIn(shop, shop.ben)]).toEqual([ada, ben]);
  await expectReconciledInTurn(shop.brand.id);
}

/** Expects that the figures agree with the ledger, and the report of a creator with the sums of the creator. */
async function expectFigures(shop: Shop): Promise<void> {
  await aggregateNewClicks();
  const { items, differences } = await compareFigures(shop.brand.id, now(), ['orders']);
  expect(items).toBeGreaterThan(0);
  expect(differences).toEqual([]);
  const query = 'groupBy=affiliate&from=2026-01-01&to=2026-05-31';
  const { rows } = await read(shop.token, `/reports/performance?${query}`);
  for (const creator of [shop.ada, shop.ben]) {
    const row = rows.find(({ key }: Json) => key === creator.id);
    const [revenue, , earned] = await sumsIn(shop, creator);
    expect([row?.netRevenue ?? 0, row?.commission ?? 0]).toEqual([revenue, earned]);
  }
}

test('an order, and one that is free, are edited up and down', async () => {
  const shop = await openShop();
  const { ada, ben, order, edit, commission } = shop;
  const references = { discountCode: ada.code, trackingCode: ben.trackingCode };
  const mugs = [{ sku: 'mug', quantity: 2, price: 50 }];
  const sold = await order({ ...references, amount: 100, orderTotal: 129.9, items: mugs });
  expect(sold).toMatchObject({ affiliateId: ada.id, orderTotal: 129.9, receipt: { winner: 'discountCode' } });
  const free = await order({ discountCode: ada.code, amount: 0, orderTotal: 5.9 });
  expect(free.commissionId).toBeNull();
  await expectBooks(shop, [100, 2, 10]);

  await edit(sold.id, { amount: 149.95 });
  await expectBooks(shop, [149.95, 2, 15]);
  const mug = [{ sku: 'mug', quantity: 1, price: 80.25 }];
  expect(await edit(sold.id, { amount: 80.25, items: mug })).toMatchObject({ orderTotal: 129.9 });
  expect((await shop.details(sold.id)).items).toEqual(mug);
  await expectBooks(shop, [80.25, 2, 8.02]);

  await edit(free.id, { amount: 20 });
  expect(await commission(free.id)).toMatchObject({ amount: 2, status: 'pending' });
  await expectBooks(shop, [100.25, 2, 10.02]);
  await edit(free.id, { amount: 0 });
  expect(await commission(free.id)).toMatchObject({ status: 'reversed' });
  await edit(free.id, { amount: 12.3 });
  expect(await commission(free.id)).toMatchObject({ amount: 1.23, status: 'pending' });
  await expectBooks(shop, [92.55, 2, 9.25]);

  expect(await edit(sold.id, { discountCode: null })).toMatchObject({ affiliateId: ben.id });
  await expectBooks(shop, [12.3, 1, 1.23], [80.25, 1, 8.02]);
  expect(await edit(sold.id, { discountCode: ada.code })).toMatchObject({ affiliateId: ada.id });
  await expectBooks(shop, [92.55, 2, 9.25]);
  expect(await read(shop.token, `/discounts/${ada.discountId}`)).toMatchObject({
    ...{ totalRevenue: 92.55, usageCount: 2 },
  });
  await expectFigures(shop);
});

test('an order is refunded before it arrives and twice after, its refunds are reversed, and it is canceled', async () => {
  const shop = await openShop();
  const { clock, ada, token, reverse, edit, commission } = shop;
  const orderId = unusedOrder();
  await shop.post('/refunds', { orderId, refundId: 'early', amount: 30 }, 201);
  clock.advance(86_400);
  const { id, refundedAmount } = await shop.order({ orderId, discountCode: ada.code });
  expect(refundedAmount).toBe(30);
  await expectBooks(shop, [70, 1, 7]);

  await refund(token, id, { refundId: 'first', amount: 20 });
  await expectBooks(shop, [50, 1, 5]);
  clock.advance(86_400);
  await refund(token, id, { refundId: 'second' });
  expect((await commission(id)).status).toBe('reversed');
  await expectBooks(shop, [0, 0, 0]);

  await reverse(id, 'first');
  await expectBooks(shop, [20, 1, 2]);
  await reverse(id, 'early');
  await expectBooks(shop, [50, 1, 5]);
  await edit(id, { amount: 120 });
  await expectBooks(shop, [70, 1, 7]);
  await edit(id, { amount: 50 });
  await expectBooks(shop, [0, 0, 0]);
  await edit(id, { occurredAt: '2026-03-01T10:00:00Z' });
  await reverse(id, 'second');
  await expectBooks(shop, [50, 1, 5]);
  await expectFigures(shop);

  await refund(token, id, { refundId: 'third', amount: 10 });
  await shop.cancel(id);
  await expectBooks(shop, [0, 0, 0]);
  expect((await sendRefund(token, id, { refundId: 'fourth' })).json.code).toBe('order_canceled');
  await expectFigures(shop);
});

test('an order moves to another creator and back, and one that is reported late belongs to its time', async () => {
  const shop = await openShop();
  const { clock, token, ada, ben, order, edit, give } = shop;
  const { id } = await order({ discountCode: ada.code, amount: 200 });
  await refund(token, id, { refundId: 'first', amount: 50 });
  await give(id, ben);
  await expectBooks(shop, [0, 0, 0], [150, 1, 15]);
  await edit(id, { amount: 300 });
  clock.advance(86_400);
  await refund(token, id, { refundId: 'second', amount: 50 });
  await expectBooks(shop, [0, 0, 0], [200, 1, 20]);
  expect(await give(id, ada)).toMatchObject({ discountId: ada.discountId, refundedAmount: 100 });
  await expectBooks(shop, [200, 1, 20]);
  await shop.reverse(id, 'first');
  await expectBooks(shop, [250, 1, 25]);
  await give(id, null);
  await expectBooks(shop, [0, 0, 0]);
  await give(id, ada);
  await expectBooks(shop, [250, 1, 25]);

  const code = unusedCode();
  clock.set('2026-03-10T08:00:00.000Z');
  const first = await createDiscount(token, ada.id, { code });
  clock.set('2026-03-11T12:00:00.000Z');
  await send('DELETE', `/discounts/${first.id}`, { token });
  clock.set('2026-03-11T14:00:00.000Z');
  await createDiscount(token, ben.id, { code });
  clock.set('2026-03-12T08:00:00.000Z');
  const late = await order({ discountCode: code, occurredAt: '2026-03-11T11:00:00Z' });
  expect(late).toMatchObject({ affiliateId: ada.id, discountId: null });
  await edit(late.id, { amount: 80 });
  await expectBooks(shop, [330, 2, 33]);
  await refund(token, late.id, { amount: 30 });
  await edit(late.id, { occurredAt: '2026-03-11T15:00:00Z' });
  await expectBooks(shop, [250, 1, 25], [50, 1, 5]);
  await edit(late.id, { occurredAt: '2026-03-11T11:00:00Z' });
  await expectBooks(shop, [300, 2, 30]);
  await shop.cancel(late.id);
  await expectBooks(shop, [250, 1, 25]);
  await expectFigures(shop);
});

test('the orders of a customer arrive in the wrong order, and the later one is judged again', async () => {
  const shop = await openShop();
  await patch(shop.token, '/brand', { customerAttribution: { type: 'lifetime' } });
  shop.clock.set('2026-03-05T08:00:00.000Z');
  const customerId = 'customer-1';
  const second = await shop.order({ customerId, occurredAt: '2026-03-04T10:00:00Z' });
  const first = { customerId, discountCode: shop.ada.code, amount: 80, orderTotal: 99.9 };
  await shop.order({ ...first, occurredAt: '2026-03-02T10:00:00Z' });
  expect(second.receipt.attribution).toBe('noReference');
  await expectBooks(shop, [80, 1, 8]);
  const again = await shop.edit(second.id, { trackingCode: null });
  expect(again).toMatchObject({ affiliateId: shop.ada.id, receipt: { winner: 'customer' } });
  await expectBooks(shop, [180, 2, 18]);
  await expectFigures(shop);
});

test('orders that are paid are edited, the payout is reopened, and a line of it fails', async () => {
  const shop = await openShop();
  const { clock, token, ada, ben, edit, approve } = shop;
  const [ofAda, ofBen] = [
    await shop.order({ discountCode: ada.code }),
    await shop.order({ discountCode: ben.code, amount: 200 }),
  ];
  for (const order of [ofAda, ofBen]) await approve(order);
  clock.advance(60);
  const payout = await createPayout(token);
  expect(await payPayout(token, payout.id)).toMatchObject({ status: 'paid', amount: 30 });
  const program = { brand: shop.brand, admin: token, member: token, creators: [ada.id, ben.id] };
  await edit(ofAda.id, { amount: 150 });
  await edit(ofAda.id, { amount: 120 });
  await edit(ofBen.id, { amount: 0 });
  await edit(ofBen.id, { amount: 50 });
  await expectBooks(shop, [120, 1, 12], [50, 1, 5]);
  await expectConsistentPayouts(program);

  await reopenPayout(token, payout.id);
  await edit(ofAda.id, { amount: 110 });
  await markLine(token, payout.id, ada.id, 'failed');
  await edit(ofAda.id, { amount: 115 });
  await expectBooks(shop, [115, 1, 11.5], [50, 1, 5]);
  expect(await payPayout(token, payout.id)).toMatchObject({ status: 'paid', amount: 20 });
  await expectConsistentPayouts(program);
  await expectFigures(shop);

  clock.advance(60);
  const second = await createPayout(token);
  expect(second).toMatchObject({ amount: 11.5, affiliatesCount: 1, commissionsCount: 5 });
  await payPayout(token, second.id);
  await refund(token, ofAda.id, { refundId: 'all' });
  await shop.cancel(ofBen.id);
  await expectBooks(shop, [0, 0, 0]);
  await shop.reverse(ofAda.id, 'all');
  await shop.give(ofAda.id, ben);
  await expectBooks(shop, [0, 0, 0], [115, 1, 11.5]);
  const { items } = await readPage(token, '/commissions', { affiliateId: ada.id });
  expect(items.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
    -11.5, -11.5, -3, -1, 0.5, 5, 10, 11.5,
  ]);
  await expectConsistentPayouts(program);
  await expectFigures(shop);
});

test('a shop in euros sells in yen, dinars and dollars, and refunds, edits, pays, moves and cancels these orders', async () => {
  const shop = await openShop('2026-03-01T08:00:00.000Z', 'EUR');
  const { clock, token, ada, ben, edit, details } = shop;
  const sell = (amount: number, currency: string, exchangeRate: string) =>
    shop.order({ discountCode: ada.code, amount, currency, exchangeRate });
  const yen = await sell(12_345, 'JPY', '0.00615');
  const dinars = await sell(10.505, 'KWD', '3.005');
  const dollars = await sell(99.99, 'USD', '0.92');
  expect([yen.amount, dinars.amount, dollars.amount]).toEqual([75.92, 31.57, 91.99]);
  await expectBooks(shop, [199.48, 3, 19.95]);

  await refund(token, yen.id, { refundId: 'some yen', amount: 5000 });
  await expectBooks(shop, [168.73, 3, 16.88]);
  await refund(token, dinars.id, { amount: 15, currency: 'EUR' });
  expect((await details(dinars.id)).original).toMatchObject({ amount: 10.505, refundedAmount: 4.992 });
  await expectBooks(shop, [153.73, 3, 15.38]);

  for (const order of [yen, dinars, dollars]) await shop.approve(order);
  clock.advance(60);
  expect(await payPayout(token, (await createPayout(token)).id)).toMatchObject({ amount: 15.38 });
  await edit(dollars.id, { exchangeRate: '0.93' });
  await expectBooks(shop, [154.73, 3, 15.48]);
  await edit(dinars.id, { amount: 12 });
  await expectBooks(shop, [159.22, 3, 15.93]);
  await refund(token, yen.id);
  expect((await details(yen.id)).original).toMatchObject({ amount: 12_345, refundedAmount: 12_345 });
  await expectBooks(shop, [114.05, 2, 11.41]);
  await shop.reverse(yen.id, 'some yen');
  await expectBooks(shop, [144.8, 3, 14.49]);
  await shop.give(dollars.id, ben);
  await expectBooks(shop, [51.81, 2, 5.19], [92.99, 1, 9.3]);
  await shop.cancel(dinars.id);
  expect((await details(dinars.id)).original).toMatchObject({ amount: 4.992, refundedAmount: 4.992 });
  await expectBooks(shop, [30.75, 1, 3.08], [92.99, 1, 9.3]);
  await expectConsistentPayouts({
    brand: shop.brand,
    admin: token,
    member: token,
    creators: [ada.id, ben.id],
  });
  await expectFigures(shop);
});

test('a customer who is bound for months orders without a code, and the orders are edited', async () => {
  const shop = await openShop('2026-01-31T10:00:00.000Z');
  const { clock, ada, ben, order, edit } = shop;
  await patch(shop.token, '/brand', { customerAttribution: { type: 'months', months: 3 } });
  const [customerId, customerEmail] = ['customer-1', 'guest@customers.test'];
  const first = await order({ customerId, discountCode: ada.code });
  await order({ customerEmail, discountCode: ben.code });
  const { boundAt } = await read(shop.token, `/customers/${customerId}`);
  expect(boundAt).toBe(first.occurredAt);
  clock.set('2026-02-28T10:00:00.000Z');
  const second = await order({ customerId });
  expect(second).toMatchObject({ affiliateId: ada.id, receipt: { winner: 'customer' } });
  await edit(second.id, { amount: 50 });
  await expectBooks(shop, [150, 2, 15], [100, 1, 10]);
  const ofGuest = await order({ customerEmail });
  await edit(ofGuest.id, { amount: 70 });
  await expectBooks(shop, [150, 2, 15], [170, 2, 17]);

  clock.set('2026-05-01T10:00:00.000Z');
  const late = await order({ customerId });
  expect(late).toMatchObject({ affiliateId: null, receipt: { attribution: 'durationOver' } });
  await edit(late.id, { occurredAt: '2026-04-30T09:00:00Z', amount: 80 });
  await expectBooks(shop, [230, 3, 23], [170, 2, 17]);
  await edit(late.id, { discountCode: ben.code });
  await expectBooks(shop, [150, 2, 15], [250, 3, 25]);
  await edit(late.id, { discountCode: null });
  await edit(first.id, { discountCode: null });
  await expectBooks(shop, [130, 2, 13], [170, 2, 17]);
  await shop.cancel(first.id);
  await expectBooks(shop, [130, 2, 13], [170, 2, 17]);
  await expectFigures(shop);
});

test.each(['guest@customers.test', 'first.guest+shop@gmail.com'])(
  'an order of the guest %s is edited, and stays with the creator to whom the address is bound',
  async (customerEmail) => {
    const shop = await openShop();
    const { clock, ada, order, edit } = shop;
    await patch(shop.token, '/brand', { customerAttribution: { type: 'lifetime' } });
    await order({ customerEmail, discountCode: ada.code });
    clock.advance(2 * 86_400);
    const second = await order({ customerEmail });
    await expectBooks(shop, [200, 2, 20]);
    await edit(second.id, { occurredAt: '2026-03-02T10:00:00Z' });
    await expectBooks(shop, [200, 2, 20]);
    await edit(second.id, { customerEmail: 'somebody@customers.test' });
    await expectBooks(shop, [100, 1, 10]);
    await edit(second.id, { customerEmail });
    await expectBooks(shop, [200, 2, 20]);
  },
);

test('the last order of a code is edited, and keeps its use of the code', async () => {
  const shop = await openShop();
  const { ada, order, edit } = shop;
  const { code, id: discountId } = await createDiscount(shop.token, ada.id, { usageLimit: 1 });
  const last = await order({ discountCode: code });
  const edited = await edit(last.id, { customerEmail: 'guest@customers.test' });
  expect(edited).toMatchObject({ affiliateId: ada.id, discountId });
  await expectBooks(shop, [100, 1, 10]);
});

const percent = (value: number) => ({ type: 'percentage', value });
const shopTerms = {
  rate: percent(10),
  rules: [
    { match: { category: ['shoes'] }, rate: percent(20) },
    { match: { tag: ['gift card'] }, excluded: true },
  ],
};
const shoes = { category: 'shoes', quantity: 2, price: 50 };
const socks = { category: 'socks', quantity: 3, price: 25 };
const giftCard = { tags: ['gift card'], quantity: 1, price: 25 };

test('an edited amount and edited items apply the terms of the time of the order again', async () => {
  const shop = await openShop();
  const { clock, ada, edit, commission, terms } = shop;
  const { validFrom } = await terms('/brand', shopTerms);
  const { id } = await shop.order({
    ...{ discountCode: ada.code, amount: 180, orderTotal: 214.2, items: [shoes, giftCard, socks] },
  });
  expect((await commission(id)).amount).toBe(24.75);
  clock.advance(86_400);
  await terms('/brand', { rate: percent(50) });
  await edit(id, { amount: 90 });
  expect(await commission(id)).toMatchObject({
    ...{ amount: 12.38, rate: { type: 'fixed', value: 12.38, source: 'brandTerms' } },
    explanation: { termsValidFrom: validFrom, parts: [{ amount: 9 }, { amount: 0 }, { amount: 3.38 }] },
  });
  await edit(id, { items: [shoes] });
  await expectBooks(shop, [90, 1, 18]);
  await edit(id, { items: [giftCard] });
  expect(await commission(id)).toMatchObject({ amount: 0, explanation: { parts: [{ amount: 0 }] } });
  await expectBooks(shop, [90, 1, 0]);
  await edit(id, { items: null });
  await expectBooks(shop, [90, 1, 9]);
  await edit(id, { amount: 0 });
  await edit(id, { amount: 100, items: [shoes] });
  await expectBooks(shop, [100, 1, 20]);
  await refund(shop.token, id, { refundId: 'part', amount: 25 });
  await expectBooks(shop, [75, 1, 15]);
  await edit(id, { amount: 125 });
  await expectBooks(shop, [100, 1, 20]);
  await shop.reverse(id, 'part');
  await expectBooks(shop, [125, 1, 25]);

  await terms(`/affiliates/${shop.ben.id}`, { rate: percent(30) });
  await edit(id, { occurredAt: now().toISOString() });
  await expectBooks(shop, [125, 1, 62.5]);
  await shop.give(id, shop.ben);
  await expectBooks(shop, [0, 0, 0], [125, 1, 37.5]);
  await edit(id, { amount: 50, items: [socks] });
  await expectBooks(shop, [0, 0, 0], [50, 1, 15]);
  await shop.give(id, ada);
  await expectBooks(shop, [50, 1, 25]);
  await expectFigures(shop);
});

test('items that change while nothing is left of an order decide what a reversed refund earns', async () => {
  const shop = await openShop();
  const { clock, ada, token, edit } = shop;
  await shop.terms('/brand', shopTerms);
  const order = await shop.order({ discountCode: ada.code, items: [shoes] });
  await refund(token, order.id, { refundId: 'all' });
  await edit(order.id, { items: [socks] });
  await shop.reverse(order.id, 'all');
  await expectBooks(shop, [100, 1, 10]);

  await shop.approve(order);
  clock.advance(60);
  await payPayout(token, (await createPayout(token)).id);
  await edit(order.id, { items: [shoes] });
  await edit(order.id, { amount: 60 });
  await expectBooks(shop, [60, 1, 12]);
  await refund(token, order.id, { refundId: 'again' });
  await edit(order.id, { items: [socks] });
  await expectBooks(shop, [0, 0, 0]);
  await shop.reverse(order.id, 'again');
  await expectBooks(shop, [60, 1, 6]);
  await expectFigures(shop);
});

test('an order that terms exclude, and whose items change while it is refunded, earns when its refund is reversed', async () => {
  const shop = await openShop();
  await shop.terms('/brand', shopTerms);
  const { id } = await shop.order({ discountCode: shop.ada.code, items: [giftCard] });
  await refund(shop.token, id, { refundId: 'all' });
  await shop.edit(id, { items: [socks] });
  await expectBooks(shop, [0, 0, 0]);
  await shop.reverse(id, 'all');
  await expectBooks(shop, [100, 1, 10]);
  await expectFigures(shop);
});

test('a commission that was rejected stays rejected on another day, and can be restored', async () => {
  const shop = await openShop();
  const { clock, token, ada, ben, edit, commission } = shop;
  const { id, commissionId } = await shop.order({ discountCode: ada.code });
  await patch(token, `/commissions/${commissionId}/reject`, { reason: 'Fraud' });
  clock.advance(86_400);
  await edit(id, { amount: 60, occurredAt: now().toISOString() });
  const moved = await commission(id);
  expect(moved).toMatchObject({ amount: 6, status: 'rejected', reason: 'Fraud' });
  await expectBooks(shop, [60, 1, 0]);
  await shop.post(`/commissions/${moved.id}/restore`, {});
  await expectBooks(shop, [60, 1, 6]);
  await patch(token, `/commissions/${moved.id}/reject`, { reason: 'Fraud' });
  await shop.give(id, ben);
  await expectBooks(shop, [0, 0, 0], [60, 1, 6]);
  await expectFigures(shop);
});

test('a commission whose approval was taken back waits for a person, also on another day', async () => {
  const shop = await openShop();
  const order = await shop.order({ discountCode: shop.ada.code });
  await shop.approve(order);
  await shop.post(`/commissions/${order.commissionId}/reopen`, {});
  shop.clock.advance(86_400);
  await shop.edit(order.id, { occurredAt: now().toISOString() });
  expect(await shop.commission(order.id)).toMatchObject({ status: 'pending', hold: { reason: 'reopened' } });
  await expectBooks(shop, [100, 1, 10]);
});

test('a signup cannot get an amount', async () => {
  const shop = await openShop();
  const signup = { kind: 'signup', orderId: unusedOrder(), customerId: 'customer-1' };
  const { id } = await shop.post('/conversions', { ...signup, trackingCode: shop.ada.trackingCode }, 201);
  const refused = await send('PATCH', `/conversions/${id}`, { token: shop.token, body: { amount: 50 } });
  expectError(refused, invalidFields('amount'));
  await expectBooks(shop, [0, 0, 0]);
});

test('a commission that an edit raises above half of its order waits for a person', async () => {
  const shop = await openShop();
  const { id } = await inviteActive(shop.token, { commissionOverride: { type: 'fixed', value: 8 } });
  const { code } = await createDiscount(shop.token, id);
  const order = await shop.order({ discountCode: code });
  await shop.edit(order.id, { amount: 10 });
  expect(await shop.commission(order.id)).toMatchObject({
    ...{ amount: 8, status: 'pending', hold: { reason: 'aboveShare' } },
  });
});
