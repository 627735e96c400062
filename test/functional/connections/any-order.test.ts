// Tests that messages of shops lead to the same ledger in any order, twice, in parallel, and while workers are killed.
import { expect, test, vi } from 'vitest';
import { newRandom, type Random } from '#infra/local/demo/random.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import type { Reading, ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import { createConnection, createDiscount, invite, patch } from '#test/support/creations.ts';
import { killer } from '#test/support/interruptions.ts';
import { itemsOfType } from '#test/support/items.ts';
import { roundedHalfEven } from '#test/support/money-model.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

interface Story {
  readonly orderId: string;
  readonly messages: readonly (readonly Reading[])[];
  /** The expected result, in cents. */
  readonly left: number;
  readonly codeIsUsed: boolean;
}

const at = (second: number): string => addSeconds(now(), second - 1000).toISOString();

const refund = (refundId: string, amount: number, more: Partial<ShopRefund> = {}): ShopRefund => ({
  refundId,
  amount,
  occurredAt: at(500),
  ...more,
});

/** The shop sends each state of the order with all of its refunds, and a part of the refunds also alone. */
function storyOfStates(random: Random, code: string): Story {
  const first = shopOrder({ occurredAt: now().toISOString(), changedAt: at(0) });
  const { orderId } = first;
  const states: ShopOrder[] = [{ ...first, state: 'open' }];
  const alone: (readonly Reading[])[] = [];
  let state: ShopOrder = first;
  for (let version = 1; version <= random.between(2, 4); version += 1) {
    const added = refund(`r${version}`, random.between(1, 900));
    const reversed = state.refunds.map((one) => (random.next() < 0.3 ? { ...one, isReversed: true } : one));
    state = {
      ...state,
      changedAt: at(version),
      amount: random.between(5000, 15_000),
      discountCodes: random.next() < 0.7 ? [code] : [],
      refunds: [...reversed, added],
    };
    states.push(state);
    if (random.next() < 0.5) alone.push([{ kind: 'refund', orderId, refund: added }]);
  }
  if (random.next() < 0.2) states.push({ ...state, changedAt: at(9), state: 'canceled' });
  const taken = state.refunds.filter(({ isReversed }) => isReversed !== true);
  const refunded = taken.reduce((sum, { amount }) => sum + amount, 0);
  const isCanceled = states.at(-1)?.state === 'canceled';
  return {
    orderId,
    messages: [...states.map((one) => [orderReading(one)]), ...alone],
    left: isCanceled ? 0 : state.amount - refunded,
    codeIsUsed: state.discountCodes.length > 0,
  };
}

/** The refunds name only the payment, and are parts of the total. */
function storyOfPayment(random: Random, code: string): Story {
  const [amount, orderTotal] = [random.between(1000, 9000), random.between(10_000, 12_000)];
  const order = shopOrder({ changedAt: at(0), amount, orderTotal, discountCodes: [code] });
  const { orderId } = order;
  const paymentId = `pay-${orderId}`;
  const parts = [random.between(1, 3000), random.between(1, 3000), random.between(1, 3000)];
  const total = parts.reduce((sum, part) => sum + part, 0);
  return {
    orderId,
    messages: [
      [orderReading(order)],
      [{ kind: 'payment', orderId, paymentId }],
      ...parts.map((part, index): readonly Reading[] => [
        { kind: 'refund', orderId: paymentId, refund: refund(`p${index}`, part, { isOfTotal: true }) },
      ]),
    ],
    left: amount - Number(roundedHalfEven(BigInt(amount) * BigInt(total), BigInt(orderTotal))),
    codeIsUsed: true,
  };
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

const waiting = async (brandId: string) =>
  (await itemsOfType('shopMessage')).filter((item) => item.brandId === brandId && item.status === 'waiting');

const workers = 6;

/** Runs several workers at the same time, of which some are killed, until no message waits. */
async function processAll(brandId: string, random: Random): Promise<number> {
  const { run, kills } = killer(random, { kills: sized(30, 300, 12), every: 40 });
  for (let open = await waiting(brandId); open.length > 0; open = await waiting(brandId)) {
    for (let start = 0; start < open.length; start += workers) {
      const some = open.slice(start, start + workers);
      await Promise.all(
        some.map(({ id }) => run(() => runWorker('shopMessages', { brandId, id: String(id) }))),
      );
    }
  }
  vi.restoreAllMocks();
  return kills();
}

const seeds = Array.from({ length: sized(2, 20, 1) }, (_, index) => index + 1);

test.each(seeds)(
  'messages in any order, sent twice, with killed workers, lead to the ledger of an independent calculation (seed %i)',
  async (seed) => {
    const random = newRandom(seed);
    const { admin: token, brand } = await createBrand('scale');
    await patch(token, '/brand', { commission: { type: 'percentage', value: 10 } });
    const creator = await invite(token);
    const { code } = await createDiscount(token, creator.id);
    const { id } = await createConnection(token);
    const stories = Array.from({ length: sized(9, 20, 6) }, (_, index) =>
      (index % 3 === 0 ? storyOfPayment : storyOfStates)(random, code),
    );
    const messages = stories.flatMap((story) => story.messages);
    for (const readings of shuffled([...messages, ...messages], random)) await storeReadings(id, readings);
    expect(await processAll(brand.id, random)).toBeGreaterThan(5);
    for (const { orderId, left } of stories) {
      const { json, status } = await send('GET', `/conversions/by-order-id/${orderId}`, { token });
      // A cancellation that arrives first keeps the order out.
      const order = status === 404 ? { amount: 0, refundedAmount: 0 } : json.data;
      expect(Math.round((order.amount - order.refundedAmount) * 100), orderId).toBe(left);
    }
    const own = stories.filter(({ codeIsUsed }) => codeIsUsed);
    const earned = own.map(({ left }) => Number(roundedHalfEven(BigInt(left), 10n)));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / 100;
    expect(await read(token, `/affiliates/${creator.id}`)).toMatchObject({
      totalRevenue: sum(own.map(({ left }) => left)),
      commissionEarned: sum(earned),
    });
    await expectReconciled(brand.id);
  },
);
