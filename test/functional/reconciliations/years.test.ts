// Tests that a reconciliation finds and repairs exactly the gaps of a shop whose messages were partly lost.
import { expect, test } from 'vitest';
import type { Adapter, ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { storeReadings } from '#test/support/connections.ts';
import { createApiKey, createConnection, createDiscount, inviteActive } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { seededRandom } from '#test/support/random.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { applyDifferences, csvOf, differencesOf, reconcile } from '#test/support/reconciliations.ts';
import { createBrand, send } from '#test/support/service.ts';
import { readMessage } from '#test/support/shops/messages.ts';
import { type ExpectedOrder, type Year, yearOf } from '#test/support/shops/year.ts';
import { sized } from '#test/support/size.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const from = '2025-01-01T00:00:00.000Z';

async function newShop(type: Adapter['type']) {
  const { admin, brand } = await createBrand('scale', { currency: 'EUR' });
  // A session would expire in the year.
  const { key: token } = await createApiKey(admin);
  const creators = [];
  for (const name of ['ada', 'ben']) {
    const trackingCode = `${name}-${brand.id.slice(-8).toLowerCase()}`;
    const { id } = await inviteActive(token, { trackingCode });
    const { code: discountCode } = await createDiscount(token, id);
    creators.push({ id, trackingCode, discountCode });
  }
  const { id } = await createConnection(token, { type });
  return { token, brand, creators, id };
}
type Shop = Awaited<ReturnType<typeof newShop>>;

/** Returns the last state of each order in the messages, also of those that were lost. */
function statesOf(type: Adapter['type'], { messages }: Year): ReadonlyMap<string, ShopOrder> {
  const states = new Map<string, ShopOrder>();
  for (const message of messages)
    for (const reading of readMessage(type, message).readings)
      if (reading.kind === 'order') {
        const before = states.get(reading.order.orderId);
        if (before === undefined || before.changedAt <= reading.order.changedAt)
          states.set(reading.order.orderId, reading.order);
      }
  return states;
}

const decimal = (minor: number): string => (minor / 100).toFixed(2);

function exportOf(orders: readonly ExpectedOrder[], states: ReadonlyMap<string, ShopOrder>): string {
  const columns = ['orderId', 'amount', 'currency', 'occurredAt', 'refundedAmount', 'status', 'test'];
  const rows = orders.map((order) => {
    const { discountCodes = [], trackingCode } = states.get(order.orderId) ?? {};
    return {
      ...{ orderId: order.orderId, amount: decimal(order.amount), currency: order.currency },
      ...{ occurredAt: order.occurredAt, refundedAmount: decimal(order.refunded) },
      status: order.isCanceled ? 'canceled' : 'paid',
      test: String(order.isTest),
      discountCodes: discountCodes.join('|'),
      ...(trackingCode !== undefined && { trackingCode }),
    };
  });
  return csvOf([...columns, 'discountCodes', 'trackingCode'], rows);
}

async function recordedOf({ token }: Shop, orderId: string): Promise<Json | undefined> {
  const { status, json } = await send('GET', `/conversions/by-order-id/${orderId}`, { token });
  if (status === 404) return undefined;
  expect(status).toBe(200);
  return json.data;
}

/** Returns the kind of the difference by a calculation that knows only the story and the API. */
async function gapOf(shop: Shop, order: ExpectedOrder): Promise<string | undefined> {
  if (order.isTest) return undefined;
  const found = await recordedOf(shop, order.orderId);
  const creator = shop.creators.find(({ discountCode }) => discountCode === order.creator?.discountCode);
  if (found === undefined) return creator === undefined || order.isCanceled ? undefined : 'missing';
  if (order.isCanceled) return found.canceledAt === null ? 'different' : undefined;
  const isEqual =
    Math.round(found.amount * 100) === order.amount &&
    Math.round(found.refundedAmount * 100) === order.refunded &&
    found.affiliateId === (creator?.id ?? null);
  return isEqual ? undefined : 'different';
}

const gapsOf = async (shop: Shop, orders: readonly ExpectedOrder[]) => {
  const all = await Promise.all(
    orders.map(async (order) => [order.orderId, await gapOf(shop, order)] as const),
  );
  return Object.fromEntries(all.filter(([, kind]) => kind !== undefined));
};

test.each(['woocommerce', 'shopify', 'stripe'] as const)(
  'a reconciliation finds exactly the gaps of a year of %s, repairs them, and then finds nothing',
  async (type) => {
    const clock = fakeClock(from, 1);
    const shop = await newShop(type);
    const { token, id } = shop;
    clock.set('2026-07-01T00:00:00.000Z');
    const options = { seed: 7, orders: sized(30, 200), from: new Date(from), creators: shop.creators };
    const year = yearOf(type, options);
    const random = seededRandom(7, 'gaps');
    for (const message of year.messages)
      if (random.next() > 0.3) await storeReadings(id, readMessage(type, message).readings);
    await continueToCompletion();
    const gaps = await gapsOf(shop, year.orders);
    expect(Object.values(gaps)).toContain('missing');
    expect(Object.values(gaps)).toContain('different');
    const body = { format: 'general', csv: exportOf(year.orders, statesOf(type, year)) };
    const first = await reconcile(token, id, body);
    expect(first.state).toBe('compared');
    const found = await differencesOf(token, first);
    expect(Object.fromEntries(found.map(({ orderId, kind }) => [orderId, kind]))).toEqual(gaps);
    const applied = await applyDifferences(token, first);
    expect(applied.counts).toMatchObject({ applied: found.length, failed: 0 });
    expect(await gapsOf(shop, year.orders)).toEqual({});
    const { counts } = await reconcile(token, id, body);
    expect(counts).toMatchObject({ missing: 0, different: 0, unknown: 0, unreadable: 0 });
    await expectReconciled(shop.brand.id);
  },
);
