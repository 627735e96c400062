// Defines what an adapter reads from the message of a shop. Adapters are pure: they use no table, no network and no clock.

/** A refund as the shop knows it. Its id never changes; its time is the time of the message if the shop does not say it. */
export interface ShopRefund {
  readonly refundId: string;
  /** The amount is in minor units of the order's currency, without tax and shipping. */
  readonly amount: number;
  /** The amount is a part of the order's total, because the message does not know the share of tax and shipping: see `shareOf`. */
  readonly isOfTotal?: boolean;
  readonly occurredAt: string;
  readonly isReversed?: boolean;
  readonly reason?: string;
}

export interface ShopItem {
  readonly sku?: string;
  readonly productId?: string;
  readonly name?: string;
  readonly quantity: number;
  readonly price?: number;
}

/** All that a shop says of one order at one time. Amounts are in minor units. */
export interface ShopOrder {
  readonly orderId: string;
  /** The number that people know, such as `#1041`. */
  readonly externalId?: string;
  /** The version of this state, for messages out of order. It can be years before the order. */
  readonly changedAt: string;
  /** The service records paid orders only. */
  readonly state: 'open' | 'paid' | 'canceled';
  readonly occurredAt: string;
  readonly currency: string;
  /** Without tax and shipping, and before refunds. */
  readonly amount: number;
  /** The amount that the customer paid, before refunds. */
  readonly orderTotal?: number;
  /** An absent reference is unknown, so it does not remove a known one. */
  readonly discountCodes: readonly string[];
  readonly clickId?: string;
  readonly trackingCode?: string;
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly isNewCustomer?: boolean;
  readonly items: readonly ShopItem[];
  /** All refunds that are known in this state. */
  readonly refunds: readonly ShopRefund[];
  readonly isTest: boolean;
}

/** The meaning of a message. A message can have several. */
export type Reading =
  | { readonly kind: 'order'; readonly order: ShopOrder }
  /** The message has no complete order. `orderId` can be the id of a payment. */
  | { readonly kind: 'refund'; readonly orderId: string; readonly refund: ShopRefund }
  /** The payment belongs to the order. Later messages may name only the payment, as the id of the order. */
  | { readonly kind: 'payment'; readonly orderId: string; readonly paymentId: string }
  | { readonly kind: 'cancel'; readonly orderId: string; readonly at: string; readonly reason: string }
  | { readonly kind: 'eraseCustomer'; readonly customerId?: string; readonly customerEmail?: string }
  /** A customer asks which data is stored. */
  | { readonly kind: 'reportCustomer'; readonly customerId?: string; readonly customerEmail?: string }
  /** A discount code was created, changed or deleted here, so the shop needs the same coupon. */
  | { readonly kind: 'coupon'; readonly discountId: string; readonly code: string }
  /** The shop removed the connection. */
  | { readonly kind: 'disconnect' }
  /** The reason is a stable sentence for people. */
  | { readonly kind: 'ignored'; readonly reason: string };

export interface Message {
  /** Repeated deliveries have the same id. */
  readonly messageId: string;
  readonly topic: string;
  /** The message belongs to the test mode of the shop. */
  readonly isTest: boolean;
  readonly readings: readonly Reading[];
}

/** The names are in lower case, as API Gateway sends them. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface AdapterSettings {
  readonly includeShipping?: boolean | undefined;
  readonly includeTax?: boolean | undefined;
  /** The names of attributes, metadata and parameters. They default to the names of our own fields. */
  readonly attributeNames?:
    | { readonly clickId?: string | undefined; readonly trackingCode?: string | undefined }
    | undefined;
}

export interface Adapter {
  readonly type: 'shopify' | 'stripe' | 'woocommerce';
  /** Checks the signature over the raw body. `now` is in milliseconds. Never throws. */
  verify(secret: string, headers: Headers, rawBody: Uint8Array, now: number): boolean;
  /** Says whether it is an unsigned test of the address, which is answered with 200 and has no effect. */
  isPing?(rawBody: Uint8Array): boolean;
  /** Throws `UnreadableMessage`. The time of receipt stands in where a message has no time. */
  read(headers: Headers, rawBody: string, settings: AdapterSettings, receivedAt: Date): Message;
}
