// Makes the coupons of a shop equal to the discount codes of the brand. docs/decisions/0176
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { Adapter, Reading } from '#lib/shops/adapters/adapter.ts';
import { accessOf } from '#lib/shops/connections/rules/connection.ts';
import type { Outcome } from '#lib/shops/connections/rules/message.ts';
import type { Context } from '#lib/shops/connections/store/apply-reading.ts';
import {
  type AskShop,
  type CouponVendor,
  type Made,
  RefusedByShop,
} from '#lib/shops/coupons/rules/coupon.ts';
import { couponOf } from '#lib/shops/coupons/rules/coupon-of.ts';
import { shopifyCoupons } from '#lib/shops/coupons/rules/shopify.ts';
import { stripeCoupons } from '#lib/shops/coupons/rules/stripe.ts';
import { wooCommerceCoupons } from '#lib/shops/coupons/rules/woocommerce.ts';

const vendors: Readonly<Record<Adapter['type'], CouponVendor>> = {
  shopify: shopifyCoupons,
  stripe: stripeCoupons,
  woocommerce: wooCommerceCoupons,
};

export interface Services {
  readonly ask: AskShop;
  /** Throws a 404. */
  readonly getDiscount: (brandId: string, id: string) => Promise<Discount>;
  /** Returns the key of payment details, which also encrypts the access. */
  readonly getKey: () => Promise<string>;
}

async function findDiscount(
  { getDiscount }: Services,
  brandId: string,
  id: string,
): Promise<Discount | undefined> {
  try {
    return await getDiscount(brandId, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'discount_not_found') return undefined;
    throw error;
  }
}

type NamedCoupon = Pick<Extract<Reading, { kind: 'coupon' }>, 'discountId' | 'code'>;

const maxRounds = 5;

/** Reads the discount again after each request, so that the newest state is the last one that the shop receives. */
async function settle(named: NamedCoupon, context: Context, services: Services): Promise<Made | undefined> {
  const { ask, getKey } = services;
  const { connection, brand, now } = context;
  const access = accessOf(connection, await getKey());
  if (access === undefined) return undefined;
  const vendor = vendors[connection.shop];
  let discount = await findDiscount(services, brand.id, named.discountId);
  for (let round = 1; ; round += 1) {
    const made =
      discount === undefined
        ? await vendor.remove(named, access, ask)
        : await vendor.put(couponOf(discount, brand.currency), access, ask, brandTime(brand, now));
    const newest = await findDiscount(services, brand.id, named.discountId);
    if (newest?.revision === discount?.revision || round === maxRounds) return made;
    discount = newest;
  }
}

export const couponMaker =
  (services: Services) =>
  async (named: NamedCoupon, context: Context): Promise<Outcome> => {
    try {
      const made = await settle(named, context, services);
      if (made === undefined)
        return { status: 'ignored', reason: 'The connection has no access to the API of the shop' };
      return { status: made === null ? 'done' : 'failed', reason: made };
    } catch (error) {
      if (error instanceof RefusedByShop) return { status: 'failed', reason: error.message };
      throw error;
    }
  };
