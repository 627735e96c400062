// Tells a seeded year of a shop: the messages that the vendor sends, and the orders that must be recorded in the end, which are
// calculated from the story and not from the messages.
import { createHmac } from 'node:crypto';
import type { Random } from '#infra/local/demo/random.ts';
import type { Adapter, Headers } from '#lib/shops/adapters/adapter.ts';
import { seededRandom } from '#test/support/random.ts';
import type { Sent } from './messages.ts';
import { tellShopify } from './year-shopify.ts';
import { tellStripe } from './year-stripe.ts';
import { tellWooCommerce } from './year-woocommerce.ts';

export interface Told extends Sent {
  readonly sentAt: string;
  /** The order that the message is about. */
  readonly orderId: string;
}

/** Amounts are in minor units of the order's currency. */
export interface ExpectedOrder {
  readonly orderId: string;
  readonly isTest: boolean;
  readonly currency: string;
  readonly occurredAt: string;
  /** A canceled order is not recorded if the messages before its cancellation were lost. */
  readonly isCanceled: boolean;
  readonly amount: number;
  readonly refunded: number;
  readonly creator: YearCreator | undefined;
}

export interface YearCreator {
  readonly discountCode: string;
  readonly trackingCode: string;
}

export interface Story {
  readonly random: Random;
  readonly orders: number;
  readonly from: Date;
  readonly creators: readonly YearCreator[];
}

export interface Year {
  /** The messages are in the order of their times. */
  readonly messages: readonly Told[];
  readonly orders: readonly ExpectedOrder[];
}

const tellers = { shopify: tellShopify, stripe: tellStripe, woocommerce: tellWooCommerce };

interface Options extends Omit<Story, 'random'> {
  readonly seed: number;
}

/** The last message is sent within 400 days of `from`. */
export function yearOf(type: Adapter['type'], { seed, ...options }: Options): Year {
  const { messages, orders } = tellers[type]({ ...options, random: seededRandom(seed, type) });
  return {
    messages: messages.toSorted((one, other) => one.sentAt.localeCompare(other.sentAt)),
    orders: orders.toSorted((one, other) => one.orderId.localeCompare(other.orderId)),
  };
}

/** The headers of a message with the signature of the vendor, made at the time of a delivery. */
export function signedHeaders(
  type: Adapter['type'],
  secret: string,
  { headers, body }: Sent,
  at: Date,
): Headers {
  if (type === 'stripe') {
    const time = Math.floor(at.getTime() / 1000);
    const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return { ...headers, 'stripe-signature': `t=${time},v1=${v1}` };
  }
  const name = type === 'shopify' ? 'x-shopify-hmac-sha256' : 'x-wc-webhook-signature';
  return { ...headers, [name]: createHmac('sha256', secret).update(body).digest('base64') };
}
