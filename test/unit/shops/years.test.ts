import { expect, test } from 'vitest';
import type { Adapter, ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';
import { shareOf } from '#lib/shops/adapters/amounts.ts';
import { deliverAtLeastOnce, seededRandom } from '#test/support/random.ts';
import { readMessage } from '#test/support/shops/messages.ts';
import { type ExpectedOrder, signedHeaders, type Told, type Year, yearOf } from '#test/support/shops/year.ts';
import { sized } from '#test/support/size.ts';

const creators = [
  { discountCode: 'ADA10', trackingCode: 'ada' },
  { discountCode: 'BEN5', trackingCode: 'ben' },
];
const year = (type: Adapter['type'], seed = 7): Year =>
  yearOf(type, { seed, orders: sized(150, 2000), from: new Date('2025-01-01T00:00:00.000Z'), creators });

/** The simplest ledger: it keeps the newest version of an order, each refund once, and each reversal. */
class Ledger {
  readonly #orders = new Map<string, ShopOrder>();
  readonly #paid = new Set<string>();
  readonly #canceled = new Set<string>();
  readonly #payments = new Map<string, string>();
  readonly #refunds: { readonly named: string; readonly refund: ShopRefund }[] = [];

  read(type: Adapter['type'], message: Told): void {
    for (const reading of readMessage(type, message).readings) {
      if (reading.kind === 'order') this.#put(reading.order);
      else if (reading.kind === 'refund')
        this.#refunds.push({ named: reading.orderId, refund: reading.refund });
      else if (reading.kind === 'payment') this.#payments.set(reading.paymentId, reading.orderId);
      else if (reading.kind === 'cancel') this.#canceled.add(reading.orderId);
    }
  }

  #put(order: ShopOrder): void {
    const known = this.#orders.get(order.orderId);
    if (known === undefined || known.changedAt <= order.changedAt) this.#orders.set(order.orderId, order);
    if (order.state === 'paid') this.#paid.add(order.orderId);
  }

  #refundedOf(order: ShopOrder): number {
    const own = this.#refunds.filter(({ named }) => (this.#payments.get(named) ?? named) === order.orderId);
    const all = [...order.refunds, ...own.map(({ refund }) => refund)];
    const reversed = new Set(all.filter(({ isReversed }) => isReversed).map(({ refundId }) => refundId));
    const counted = [
      ...new Map(
        all.filter(({ refundId }) => !reversed.has(refundId)).map((refund) => [refund.refundId, refund]),
      ).values(),
    ];
    const sumOf = (isPart: boolean) =>
      counted
        .filter(({ isOfTotal = false }) => isOfTotal === isPart)
        .reduce((sum, { amount }) => sum + amount, 0);
    return Math.min(order.amount, sumOf(false) + shareOf(sumOf(true), order));
  }

  get orders(): readonly Omit<ExpectedOrder, 'creator'>[] {
    return [...this.#orders.values()]
      .filter(({ orderId }) => this.#paid.has(orderId))
      .map((order) => ({
        ...{
          orderId: order.orderId,
          isTest: order.isTest,
          currency: order.currency,
          occurredAt: order.occurredAt,
        },
        isCanceled: order.state === 'canceled' || this.#canceled.has(order.orderId),
        ...{ amount: order.amount, refunded: this.#refundedOf(order) },
        creator: creators.find(
          ({ discountCode, trackingCode }) =>
            order.trackingCode === trackingCode ||
            order.discountCodes.some((code) => code.toUpperCase() === discountCode),
        ),
      }))
      .toSorted((one, other) => one.orderId.localeCompare(other.orderId));
  }
}

const types = ['shopify', 'stripe', 'woocommerce'] as const;

test.each(types)(
  'a year of %s that is delivered twice and out of order is the same ledger as its story',
  (type) => {
    const { messages, orders } = year(type);
    const ledger = new Ledger();
    for (const message of deliverAtLeastOnce(messages, 2, seededRandom(7, 'deliveries')))
      ledger.read(type, message);
    expect(ledger.orders).toEqual(orders);
    expect(orders.length).toBeGreaterThan(100);
    expect(orders.filter(({ refunded, isCanceled }) => refunded > 0 && !isCanceled).length).toBeGreaterThan(
      10,
    );
  },
);

test.each(['shopify', 'woocommerce'] as const)(
  'a year of %s with gaps is the same ledger, as long as the last message of each order arrives',
  (type) => {
    const { messages, orders } = year(type);
    const random = seededRandom(7, 'gaps');
    const last = new Map(messages.map((message) => [message.orderId, message]));
    const arrived = messages.filter(
      (message) => last.get(message.orderId) === message || random.next() > 0.4,
    );
    expect(arrived.length).toBeLessThan(messages.length - 50);
    const ledger = new Ledger();
    for (const message of arrived) ledger.read(type, message);
    const valid = ({ isCanceled }: { readonly isCanceled: boolean }) => !isCanceled;
    expect(ledger.orders.filter(valid)).toEqual(orders.filter(valid));
  },
);

test.each(types)(
  'a year of %s is the same for the same seed, signed, and in the order of its times',
  (type) => {
    const { messages } = year(type);
    expect(messages).toEqual(year(type).messages);
    expect(messages).not.toEqual(year(type, 8).messages);
    const times = messages.map(({ sentAt }) => sentAt);
    expect(times).toEqual(times.toSorted());
    const at = new Date('2026-03-01T12:00:00.500Z');
    const [first] = messages as [Told];
    const headers = signedHeaders(type, 'hush', first, at);
    expect(adapters[type].verify('hush', headers, Buffer.from(first.body), at.getTime())).toBe(true);
  },
);
