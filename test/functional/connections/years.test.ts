// Sends a year of a shop to its connection, as the shop does, and compares the ledger with the story of the year.
import { expect, test } from 'vitest';
import type { Adapter } from '#lib/shops/adapters/adapter.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createConnection,
  createDiscount,
  inviteActive,
  patch,
} from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { roundedHalfEven } from '#test/support/money-model.ts';
import { read } from '#test/support/orders.ts';
import { deliverAtLeastOnce, seededRandom } from '#test/support/random.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { createBrand, send } from '#test/support/service.ts';
import { shopSecret } from '#test/support/shop-messages.ts';
import { type ExpectedOrder, signedHeaders, type Told, yearOf } from '#test/support/shops/year.ts';
import { sized } from '#test/support/size.ts';

const from = new Date('2026-01-05T08:00:00.000Z');
const month = 30 * 86_400;
/** A connection accepts more in a minute. */
const messagesPerMinute = 50;

async function openShop(type: Adapter['type']) {
  const clock = fakeClock(from, 1);
  const { admin, brand } = await createBrand('scale', { currency: 'EUR' });
  // An API key does not expire when a test moves the clock.
  const { key: token } = await createApiKey(admin);
  await patch(token, '/brand', { commission: { type: 'percentage', value: 10 } });
  const creators = [];
  for (const name of ['ada', 'ben']) {
    const { id, trackingCode } = await inviteActive(token);
    const { code } = await createDiscount(token, id);
    creators.push({ id, name, trackingCode, discountCode: code });
  }
  const { id } = await createConnection(token, { type, secret: shopSecret });
  const deliver = async (messages: readonly Told[]) => {
    for (const [index, message] of messages.entries()) {
      if (index % messagesPerMinute === 0) clock.advance(60);
      const headers = { ...signedHeaders(type, shopSecret, message, clock.now()) } as Record<string, string>;
      await dataOf(send('POST', `/connections/${id}/events`, { body: message.body, headers }));
    }
    await recordAllEvents();
  };
  return { clock, brand, token, creators, deliver };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** The rest of an order after its refunds, in cents. A canceled order has none. */
const leftOf = ({ isCanceled, amount, refunded }: ExpectedOrder): number =>
  isCanceled ? 0 : amount - refunded;
const cents = (amount: number): number => Math.round(amount * 100);

async function expectOrder({ token, creators }: Shop, expected: ExpectedOrder): Promise<void> {
  const { orderId, isTest, isCanceled, amount, refunded, currency, creator } = expected;
  const { status, json } = await send('GET', `/conversions/by-order-id/${orderId}`, { token });
  // Test orders belong to the test data, and a cancellation that arrives first keeps the order out.
  if (isTest || (isCanceled && status === 404)) {
    expect(status, orderId).toBe(404);
    return;
  }
  const order: Json = json.data;
  const owner = creators.find(({ discountCode }) => discountCode === creator?.discountCode);
  expect({ ...order, left: cents(order.amount) - cents(order.refundedAmount) }, orderId).toMatchObject({
    ...{ left: leftOf(expected), currency, affiliateId: owner?.id ?? null },
    ...(!isCanceled && { amount: amount / 100, refundedAmount: refunded / 100 }),
  });
  // A session and its invoice differ by a second.
  const difference = Date.parse(order.occurredAt) - Date.parse(expected.occurredAt);
  if (!isCanceled) expect(Math.abs(difference), orderId).toBeLessThanOrEqual(1000);
}

async function expectLedger(shop: Shop, orders: readonly ExpectedOrder[]): Promise<void> {
  for (const order of orders) await expectOrder(shop, order);
  for (const { id, discountCode } of shop.creators) {
    const left = orders
      .filter(({ isTest, creator }) => !isTest && creator?.discountCode === discountCode)
      .map(leftOf);
    const earned = left.map((rest) => Number(roundedHalfEven(BigInt(rest), 10n)));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / 100;
    expect(await read(shop.token, `/affiliates/${id}`)).toMatchObject({
      totalRevenue: sum(left),
      commissionEarned: sum(earned),
    });
  }
}

test.each(['shopify', 'stripe', 'woocommerce'] as const)(
  'a year of %s, delivered twice and out of order, is the ledger of an independent calculation',
  async (type) => {
    const shop = await openShop(type);
    const { messages, orders } = yearOf(type, {
      ...{ seed: sized(7, 8), orders: sized(24, 600, 10), from, creators: shop.creators },
    });
    const random = seededRandom(7, 'deliveries');
    for (let next = 0; next < messages.length; ) {
      shop.clock.advance(month);
      const until = shop.clock.now().toISOString();
      const sent = messages.slice(next).filter(({ sentAt }) => sentAt < until);
      await shop.deliver(deliverAtLeastOnce(sent, 2, random));
      next += sent.length;
    }
    await expectLedger(shop, orders);
    await expectReconciled(shop.brand.id);
  },
);
