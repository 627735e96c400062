// Tells a year of a shop that sells through Stripe: single payments, subscriptions with renewals, refunds, disputes and credit notes.
import * as payloads from './stripe.ts';
import type { ExpectedOrder, Story, Told, Year, YearCreator } from './year.ts';
import { chance, day, drawCreator, drawTime, isoAt, minute, portion, secondsAt } from './year-parts.ts';

/** An order of the story. `returned` is the part of its total that the customer has back. */
interface Sale {
  readonly orderId: string;
  readonly paymentId: string;
  readonly isTest: boolean;
  readonly at: number;
  readonly amount: number;
  readonly total: number;
  readonly creator: YearCreator | undefined;
  left: number;
  returned: number;
}

type Buyer = Pick<Sale, 'isTest' | 'creator'>;

class StripeShop {
  readonly messages: Told[] = [];
  readonly orders: ExpectedOrder[] = [];
  readonly #story: Story;
  #events = 0;

  constructor(story: Story) {
    this.#story = story;
  }

  #send(
    type: string,
    object: object,
    at: number,
    { orderId, isTest }: Pick<Sale, 'orderId' | 'isTest'>,
  ): void {
    this.#events += 1;
    const more = { id: `evt_${this.#events}`, created: secondsAt(at), livemode: !isTest };
    this.messages.push({ ...payloads.message(type, object, more), sentAt: isoAt(at), orderId });
  }

  #sale(orderId: string, paymentId: string, at: number, base: Buyer) {
    const amount = this.#story.random.between(500, 20_000);
    const tax = Math.round((amount * 19) / 100);
    const shipping = orderId.startsWith('pi_') ? this.#story.random.pick([0, 490]) : 0;
    const total = amount + tax + shipping;
    const sale: Sale = { orderId, paymentId, at, ...base, amount, total, left: total, returned: 0 };
    return { sale, tax, shipping };
  }

  #end({ orderId, isTest, at, amount, total, returned, creator }: Sale): void {
    this.orders.push({
      orderId,
      isTest,
      currency: 'EUR',
      occurredAt: isoAt(at),
      isCanceled: false,
      amount,
      refunded: portion(amount, Math.min(returned, total), total),
      creator,
    });
  }

  #references(creator: YearCreator | undefined): object {
    if (creator === undefined) return {};
    return this.#story.random.pick([
      { client_reference_id: creator.trackingCode },
      { metadata: { discountCode: creator.discountCode } },
    ]);
  }

  #payment(index: number): void {
    const at = drawTime(this.#story);
    const base = { isTest: chance(this.#story, 5), creator: drawCreator(this.#story) };
    const { sale, tax, shipping } = this.#sale(`pi_${index}`, `pi_${index}`, at, base);
    const session = payloads.session({
      ...{
        id: `cs_${index}`,
        payment_intent: sale.orderId,
        amount_total: sale.total,
        customer: `cus_${index % 97}`,
      },
      total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: tax },
      ...this.#references(sale.creator),
    });
    if (chance(this.#story, 80)) {
      this.#send('checkout.session.completed', session, at, sale);
      this.#after(sale);
      this.#end(sale);
      return;
    }
    this.#send('checkout.session.completed', { ...session, payment_status: 'unpaid' }, at, sale);
    const later = at + this.#story.random.between(1, 5) * day;
    if (chance(this.#story, 30)) {
      this.#send(
        'checkout.session.async_payment_failed',
        { ...session, payment_status: 'unpaid' },
        later,
        sale,
      );
      return;
    }
    this.#send('checkout.session.async_payment_succeeded', session, later, sale);
    const paid = { ...sale, at: later };
    this.#after(paid);
    this.#end(paid);
  }

  #refund(sale: Sale, at: number, part: number): void {
    const id = `re_${sale.orderId}_${sale.left}`;
    const refund = payloads.refund({
      id,
      amount: part,
      payment_intent: sale.paymentId,
      charge: `ch_${sale.orderId}`,
      created: secondsAt(at),
      status: 'pending',
    });
    this.#send('refund.created', refund, at, sale);
    sale.left -= part;
    const hasFailed = chance(this.#story, 10);
    const [type, status] = hasFailed ? ['refund.failed', 'failed'] : ['refund.updated', 'succeeded'];
    this.#send(type, { ...refund, status }, at + 60 * minute, sale);
    if (!hasFailed) sale.returned += part;
  }

  #dispute(sale: Sale, at: number): void {
    const dispute = payloads.dispute({
      id: `du_${sale.orderId}`,
      amount: sale.total,
      payment_intent: sale.paymentId,
      charge: `ch_${sale.orderId}`,
      created: secondsAt(at),
    });
    this.#send('charge.dispute.created', dispute, at, sale);
    const status = this.#story.random.pick(['won', 'lost']);
    this.#send('charge.dispute.closed', { ...dispute, status }, at + 10 * day, sale);
    if (status === 'lost') sale.returned = sale.total;
  }

  /** Mostly nothing follows a sale, else refunds of at most the total, or a dispute. */
  #after(sale: Sale): void {
    const { random } = this.#story;
    const at = sale.at + random.between(60, 20_000) * minute;
    if (chance(this.#story, 75)) return;
    if (chance(this.#story, 30)) {
      this.#dispute(sale, at);
      return;
    }
    for (let count = random.between(1, 3); count > 0 && sale.left > 1; count -= 1)
      this.#refund(
        sale,
        at + (4 - count) * day,
        count === 1 && chance(this.#story, 50) ? sale.left : random.between(1, sale.left - 1),
      );
  }

  #invoice(id: string, at: number, index: number, base: Buyer, more: object = {}): Sale {
    const { sale, tax } = this.#sale(id, `pi_of_${id}`, at, base);
    const invoice = payloads.invoice({
      ...{ id, number: id.toUpperCase(), customer: `cus_${index % 97}`, created: secondsAt(at) - 5 },
      ...{ total: sale.total, total_excluding_tax: sale.amount, amount_due: sale.total },
      total_taxes: [{ amount: tax }],
      status_transitions: { paid_at: secondsAt(at) },
      lines: { data: [payloads.lineOfInvoice(sale.amount)] },
      ...more,
    });
    this.#send('invoice.paid', invoice, at, sale);
    const payment = payloads.invoicePayment({
      id: `inpay_${id}`,
      invoice: id,
      payment: { type: 'payment_intent', payment_intent: sale.paymentId },
    });
    this.#send('invoice_payment.paid', payment, at, sale);
    return sale;
  }

  #subscription(index: number): void {
    const at = drawTime(this.#story);
    const base = { isTest: chance(this.#story, 5), creator: drawCreator(this.#story) };
    const first = this.#invoice(`in_${index}_0`, at, index, base);
    const session = payloads.subscriptionSession({
      ...{
        id: `cs_${index}`,
        invoice: first.orderId,
        subscription: `sub_${index}`,
        amount_total: first.total,
        customer: `cus_${index % 97}`,
      },
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: first.total - first.amount },
      ...this.#references(first.creator),
    });
    this.#send('checkout.session.completed', session, at + 1000, first);
    // The session is the newer version of the order, and knows no time of payment.
    this.#after(first);
    this.#end({ ...first, at: at + 1000 });
    const months = this.#story.random.between(0, 5);
    for (let month = 1; month <= months && month * 30 * day < 330 * day; month += 1)
      this.#renewal(index, month, at + month * 30 * day, base);
  }

  /** A renewal names the creator in the metadata of its subscription. */
  #renewal(index: number, month: number, at: number, base: Buyer): void {
    const metadata = base.creator === undefined ? {} : { discountCode: base.creator.discountCode };
    const parent = { type: 'subscription_details', subscription_details: { metadata } };
    const sale = this.#invoice(`in_${index}_${month}`, at, index, base, {
      parent,
      billing_reason: 'subscription_cycle',
    });
    if (chance(this.#story, 85)) this.#after(sale);
    else this.#creditNote(sale, at + 3 * day);
    this.#end(sale);
  }

  #creditNote(sale: Sale, at: number): void {
    const part = this.#story.random.between(1, sale.total);
    const note = payloads.creditNote({
      id: `cn_${sale.orderId}`,
      invoice: sale.orderId,
      out_of_band_amount: part,
      created: secondsAt(at),
    });
    this.#send('credit_note.created', note, at, sale);
    sale.returned += part;
  }

  tell(index: number): void {
    if (chance(this.#story, 70)) this.#payment(index);
    else this.#subscription(index);
  }
}

export function tellStripe(story: Story): Year {
  const shop = new StripeShop(story);
  for (let index = 1; index <= story.orders; index += 1) shop.tell(index);
  return shop;
}
