// Tells a year of a shop of WooCommerce: orders that are edited, refunded, canceled and deleted.
import * as payloads from './woocommerce.ts';
import type { ExpectedOrder, Story, Told, Year, YearCreator } from './year.ts';
import { chance, decimalOf, drawCreator, drawTime, isoAt, minute, portion } from './year-parts.ts';

class WooCommerceOrder {
  readonly messages: Told[] = [];
  readonly #story: Story;
  readonly #id: number;
  readonly #creator: YearCreator | undefined;
  readonly #at: number;
  readonly #nets: number[] = [];
  readonly #refunds: { readonly id: number; readonly total: number }[] = [];
  #now: number;
  #status = 'pending';
  wasPaid = false;
  isCanceled = false;

  constructor(story: Story, index: number) {
    this.#story = story;
    this.#id = 10_000 + index * 10;
    this.#creator = drawCreator(story);
    this.#at = drawTime(story);
    this.#now = this.#at;
    for (let count = story.random.between(1, 3); count > 0; count -= 1)
      this.#nets.push(story.random.between(100, 15_000));
  }

  get #amount(): number {
    return this.#nets.reduce((sum, net) => sum + net, 0);
  }

  get #total(): number {
    return this.#nets.reduce((sum, net) => sum + net + Math.round((net * 19) / 100), 595);
  }

  get #returned(): number {
    return this.#refunds.reduce((sum, { total }) => sum + total, 0);
  }

  wait(from: number, to: number): void {
    this.#now += this.#story.random.between(from, to) * minute + 1000;
  }

  /** Times of WooCommerce have no offset and no fractions. */
  #payload(): object {
    const usesCode = this.#id % 20 === 0;
    const [code, trackingCode] = [this.#creator?.discountCode, this.#creator?.trackingCode];
    const modified = isoAt(this.#now).slice(0, 19);
    return payloads.order({
      ...{ id: this.#id, number: String(this.#id), status: this.#status, total: decimalOf(this.#total) },
      ...{ date_created_gmt: isoAt(this.#at).slice(0, 19), date_modified_gmt: modified },
      customer_id: this.#id % 3 === 0 ? 0 : this.#id % 97,
      line_items: this.#nets.map((net) =>
        payloads.line(decimalOf(net), { total_tax: decimalOf(Math.round((net * 19) / 100)) }),
      ),
      coupon_lines: usesCode && code !== undefined ? [{ id: 1, code: code.toLowerCase() }] : [],
      meta_data:
        !usesCode && trackingCode !== undefined ? [{ id: 1, key: 'trackingCode', value: trackingCode }] : [],
      refunds: this.#refunds.map(({ id, total }) => payloads.refund(id, decimalOf(-total))).toReversed(),
    });
  }

  send(topic: string, payload: object = this.#payload()): void {
    this.messages.push({
      ...payloads.message(topic, payload),
      sentAt: isoAt(this.#now),
      orderId: String(this.#id),
    });
  }

  become(status: string): void {
    this.#status = status;
    this.wasPaid ||= status === 'processing' || status === 'completed';
    this.isCanceled ||= status === 'cancelled';
    this.send('order.updated');
  }

  edit(): void {
    if (chance(this.#story, 50)) this.#nets.push(this.#story.random.between(100, 9000));
    else this.#nets[0] = this.#story.random.between(100, 15_000);
    this.send('order.updated');
  }

  refund(): void {
    const left = this.#total - this.#returned;
    if (left <= 0) return;
    const total = chance(this.#story, 40) ? left : this.#story.random.between(1, left);
    this.#refunds.push({ id: this.#id + this.#refunds.length + 1, total });
    if (total === left) this.#status = 'refunded';
    this.send('order.updated');
  }

  delete(): void {
    this.isCanceled = true;
    this.send('order.deleted', { id: this.#id });
  }

  get expected(): ExpectedOrder[] {
    if (!this.wasPaid) return [];
    const refunded = portion(this.#amount, this.#returned, this.#total);
    return [
      {
        ...{ orderId: String(this.#id), isTest: false, currency: 'EUR', occurredAt: isoAt(this.#at) },
        ...{ isCanceled: this.isCanceled, amount: this.#amount, refunded, creator: this.#creator },
      },
    ];
  }
}

function tell(story: Story, index: number): WooCommerceOrder {
  const order = new WooCommerceOrder(story, index);
  order.send('order.created');
  order.wait(1, 4000);
  if (chance(story, 20)) order.edit();
  order.wait(1, 4000);
  if (chance(story, 10)) order.become(story.random.pick(['failed', 'cancelled']));
  if (order.isCanceled) return order;
  order.wait(1, 10);
  order.become('processing');
  order.wait(1, 4000);
  if (chance(story, 10)) order.edit();
  for (let count = 0; count < 2; count += 1) {
    order.wait(1, 4000);
    if (chance(story, 15)) order.refund();
  }
  order.wait(1, 4000);
  if (chance(story, 6)) order.become('cancelled');
  else if (chance(story, 3)) order.delete();
  return order;
}

export function tellWooCommerce(story: Story): Year {
  const orders = Array.from({ length: story.orders }, (_, index) => tell(story, index + 1));
  return {
    messages: orders.flatMap(({ messages }) => messages),
    orders: orders.flatMap(({ expected }) => expected),
  };
}
