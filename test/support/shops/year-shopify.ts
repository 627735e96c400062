// Tells a year of a shop of Shopify in euros, whose prices include tax: orders that are edited, refunded and canceled.
import type { Headers } from '#lib/shops/adapters/adapter.ts';
import * as payloads from './shopify.ts';
import type { ExpectedOrder, Story, Told, Year, YearCreator } from './year.ts';
import { chance, decimalOf, drawCreator, drawTime, isoAt, minute } from './year-parts.ts';

interface StoryLine {
  readonly id: number;
  readonly net: number;
  readonly tax: number;
  readonly discount: number;
  readonly isGiftCard: boolean;
  quantity: number;
  gone: number;
}

class ShopifyOrder {
  readonly messages: Told[] = [];
  readonly lines: StoryLine[] = [];
  readonly refunds: object[] = [];
  readonly #story: Story;
  readonly #index: number;
  readonly #creator: YearCreator | undefined;
  readonly #usesCode: boolean;
  readonly #isTest: boolean;
  readonly #at: number;
  #now: number;
  #status = 'paid';
  #canceledAt: string | null = null;
  amount = 0;
  refunded = 0;
  wasPaid = false;

  constructor(story: Story, index: number) {
    this.#story = story;
    this.#index = index;
    this.#creator = drawCreator(story);
    this.#usesCode = this.#creator !== undefined && chance(story, 60);
    this.#isTest = chance(story, 5);
    this.#at = drawTime(story);
    this.#now = this.#at;
    for (let count = story.random.between(1, 3); count > 0; count -= 1) this.add(chance(story, 8));
    if (this.lines.every(({ isGiftCard }) => isGiftCard)) this.add(false);
  }

  get id(): string {
    return `8209829119${String(this.#index).padStart(8, '0')}`;
  }

  /** Nothing of an order changes twice within a second. */
  wait(from: number, to: number): void {
    this.#now += this.#story.random.between(from, to) * minute + 1000;
  }

  add(isGiftCard: boolean): void {
    const { random } = this.#story;
    const net = random.between(300, 9000);
    const tax = isGiftCard ? 0 : Math.round((net * 19) / 100);
    const discount = this.#usesCode && !isGiftCard ? random.between(1, 200) : 0;
    const quantity = random.between(1, 3);
    this.lines.push({ id: this.lines.length + 1, net, tax, discount, isGiftCard, quantity, gone: 0 });
    if (!isGiftCard) this.amount += net * quantity;
  }

  #line({ id, net, tax, discount, isGiftCard, quantity, gone }: StoryLine): payloads.Line {
    return payloads.line(id, decimalOf(net + tax + discount), {
      ...{ quantity, gift_card: isGiftCard, current_quantity: quantity - gone },
      discount_allocations: discount === 0 ? [] : [payloads.allocation(decimalOf(discount * quantity))],
      tax_lines: tax === 0 ? [] : [payloads.tax(decimalOf(tax * quantity))],
    });
  }

  #payload(): object {
    const code = this.#creator?.discountCode;
    const { discountCode: _, trackingCode = '' } = this.#creator ?? {};
    return payloads.order({
      id: JSON.rawJSON(this.id),
      name: `#${this.#index}`,
      created_at: isoAt(this.#at),
      processed_at: isoAt(this.#at),
      updated_at: isoAt(this.#now),
      cancelled_at: this.#canceledAt,
      financial_status: this.#status,
      test: this.#isTest,
      currency: 'EUR',
      taxes_included: true,
      total_price: decimalOf(
        this.lines.reduce((sum, { net, tax, quantity }) => sum + (net + tax) * quantity, 595),
      ),
      customer: { id: 7000 + (this.#index % 97) },
      email: `customer-${this.#index % 97}@example.com`,
      discount_codes: this.#usesCode ? [{ code, amount: '1.00', type: 'percentage' }] : [],
      note_attributes:
        this.#usesCode || trackingCode === '' ? [] : [{ name: 'trackingCode', value: trackingCode }],
      line_items: this.lines.map((line) => this.#line(line)),
      shipping_lines: [{ price: '5.95', discount_allocations: [], tax_lines: [payloads.tax('0.95')] }],
      refunds: this.refunds,
    });
  }

  send(topic: string, payload: object = this.#payload()): void {
    const headers: Headers = {
      'x-shopify-webhook-id': `${this.id}-${this.messages.length}`,
      'x-shopify-triggered-at': isoAt(this.#now + 100 + this.messages.length),
    };
    this.messages.push({
      ...payloads.message(topic, payload, headers),
      sentAt: isoAt(this.#now),
      orderId: this.id,
    });
  }

  pay(): void {
    this.#status = 'paid';
    this.wasPaid = true;
    this.send('orders/paid');
  }

  begin(status: 'pending' | 'paid'): void {
    this.#status = status;
    this.wasPaid = status === 'paid';
    this.send('orders/create');
  }

  #refund(more: object): object {
    const refund = payloads.refund(this.#index * 100 + this.refunds.length, {
      ...{ order_id: JSON.rawJSON(this.id), created_at: isoAt(this.#now), note: null },
      ...more,
    });
    this.refunds.push(refund);
    return refund;
  }

  /** Takes units of a line out of the order, as a return or as an edit. */
  #take():
    | { readonly refund_line_items: object[]; readonly net: number; readonly gross: number }
    | undefined {
    const line = this.lines.find(({ quantity, gone, isGiftCard }) => quantity > gone && !isGiftCard);
    if (line === undefined) return undefined;
    const units = this.#story.random.between(1, line.quantity - line.gone);
    line.gone += units;
    const [gross, tax] = [(line.net + line.tax) * units, line.tax * units];
    const item = payloads.refundLine(this.#line(line), gross / 100, tax / 100, {
      quantity: units,
      subtotal_set: { shop_money: { amount: decimalOf(gross), currency_code: 'EUR' } },
    });
    return { refund_line_items: [item], net: line.net * units, gross };
  }

  return(): void {
    const taken = this.#take();
    if (taken === undefined) return;
    const { refund_line_items, net, gross } = taken;
    const shipping = chance(this.#story, 30)
      ? [payloads.adjustment('shipping_refund', '-5.00', '-0.95')]
      : [];
    const transactions = [payloads.paidBack(decimalOf(gross))];
    const refund = this.#refund({ refund_line_items, order_adjustments: shipping, transactions });
    this.refunded += Math.min(net, this.amount - this.refunded);
    this.#status = 'partially_refunded';
    this.send('refunds/create', refund);
    this.send('orders/updated');
  }

  goodwill(): void {
    const wanted = this.#story.random.between(100, 1500);
    this.#refund({ order_adjustments: [payloads.adjustment('refund_discrepancy', decimalOf(-wanted))] });
    this.refunded += Math.min(wanted, this.amount - this.refunded);
    this.#status = 'partially_refunded';
    this.send('orders/updated');
  }

  /** An edit removes units, and the money follows later. */
  remove(): void {
    const taken = this.#take();
    if (taken === undefined) return;
    const { refund_line_items, net } = taken;
    const owed = this.wasPaid ? [payloads.adjustment('refund_discrepancy', decimalOf(net))] : [];
    this.#refund({ refund_line_items, transactions: [], order_adjustments: owed });
    this.amount -= net;
    this.send('orders/edited', { order_edit: { order_id: this.id } });
    this.send('orders/updated');
    if (!this.wasPaid) return;
    this.wait(10, 2000);
    this.#refund({ order_adjustments: [payloads.adjustment('refund_discrepancy', decimalOf(-net))] });
    this.send('orders/updated');
  }

  /** An edit adds a line, for which the customer pays later. */
  extend(): void {
    this.add(false);
    this.#status = 'partially_paid';
    this.send('orders/updated');
    this.wait(5, 1000);
    this.#status = this.refunded > 0 ? 'partially_refunded' : 'paid';
    this.send('orders/updated');
  }

  cancel(): void {
    this.#canceledAt = isoAt(this.#now);
    this.send('orders/cancelled');
    this.send('orders/updated');
  }

  get expected(): ExpectedOrder[] {
    if (!this.wasPaid) return [];
    return [
      {
        ...{ orderId: this.id, isTest: this.#isTest, currency: 'EUR', occurredAt: isoAt(this.#at) },
        ...{ isCanceled: this.#canceledAt !== null, amount: this.amount, refunded: this.refunded },
        creator: this.#creator,
      },
    ];
  }
}

function tell(story: Story, index: number): ShopifyOrder {
  const order = new ShopifyOrder(story, index);
  if (chance(story, 70)) order.begin('paid');
  else {
    order.begin('pending');
    order.wait(1, 3000);
    if (chance(story, 20)) order.remove();
    order.wait(1, 3000);
    if (chance(story, 80)) order.pay();
    else if (chance(story, 50)) order.cancel();
  }
  if (!order.wasPaid) return order;
  for (const [percent, change] of [
    [15, 'extend'],
    [10, 'remove'],
    [20, 'return'],
    [8, 'return'],
    [8, 'goodwill'],
    [6, 'cancel'],
  ] as const) {
    order.wait(60, 5000);
    if (chance(story, percent)) order[change]();
  }
  return order;
}

export function tellShopify(story: Story): Year {
  const orders = Array.from({ length: story.orders }, (_, index) => tell(story, index + 1));
  return {
    messages: orders.flatMap(({ messages }) => messages),
    orders: orders.flatMap(({ expected }) => expected),
  };
}
