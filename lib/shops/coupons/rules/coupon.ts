// Defines the coupon of a discount code in a shop. Stripe, WooCommerce and Shopify each have an adapter that makes it.

export interface Coupon {
  /** Marks the coupon in the shop as ours. */
  readonly discountId: string;
  readonly code: string;
  readonly type: 'percentage' | 'fixed';
  /** Percent, or an amount in `currency`, as a decimal number. */
  readonly value: string;
  /** `value` of a fixed amount in minor units. */
  readonly minorUnits: number;
  readonly currency: string;
  readonly isActive: boolean;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly usageLimit: number | null;
}

/** The access to the API of a shop, as the brand sends it. */
export interface ShopAccess {
  /** The address of the shop. Stripe has none. */
  readonly storeUrl?: string | undefined;
  readonly key: string;
  /** WooCommerce has a key and a secret. */
  readonly secret?: string | undefined;
}

export interface ShopRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the parsed body. Throws `RefusedByShop` or `ShopUnavailable`. */
export type AskShop = (request: ShopRequest) => Promise<unknown>;

/** The shop refuses the request, so a repetition would fail too. The message is a sentence for people. */
export class RefusedByShop extends Error {}

/** The shop does not answer, or asks to send later. */
export class ShopUnavailable extends Error {}

/** Returns null, or the sentence that says why the coupon stays as it is. */
export type Made = string | null;

export interface CouponVendor {
  /** Creates or changes the coupon. A coupon with the same code that is not ours stays as it is. */
  put(coupon: Coupon, access: ShopAccess, ask: AskShop, now: Date): Promise<Made>;
  /** Ends our coupon, and changes nothing if there is none. */
  remove(coupon: Pick<Coupon, 'discountId' | 'code'>, access: ShopAccess, ask: AskShop): Promise<Made>;
}

export const othersCoupon =
  'The shop has another coupon with this code, which stays as it is. Check that both give the same';

export const fields = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
