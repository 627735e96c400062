// Tests that coupons of Stripe, WooCommerce and Shopify follow discount codes. The APIs are imitations of the documented ones, because the
// tests have no network.
import { describe, expect, test } from 'vitest';
import type { Coupon, ShopAccess } from '#lib/shops/coupons/rules/coupon.ts';
import { othersCoupon } from '#lib/shops/coupons/rules/coupon.ts';
import { shopifyCoupons } from '#lib/shops/coupons/rules/shopify.ts';
import { stripeCoupons } from '#lib/shops/coupons/rules/stripe.ts';
import { wooCommerceCoupons } from '#lib/shops/coupons/rules/woocommerce.ts';
import { shopifyApi, stripeApi, wooCommerceApi } from '#test/support/shops/vendor-apis.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const coupon: Coupon = {
  discountId: 'dsc_01',
  code: 'ADA15',
  type: 'percentage',
  value: '15',
  minorUnits: 1500,
  currency: 'USD',
  isActive: true,
  startsAt: null,
  endsAt: '2026-04-01T00:00:00.000Z',
  usageLimit: 100,
};
const shown = { isActive: true, value: '15', endsAt: coupon.endsAt, usageLimit: 100 };

const stores = {
  stripe: { vendor: stripeCoupons, open: stripeApi, access: { key: 'rk_test_12345' } },
  woocommerce: {
    vendor: wooCommerceCoupons,
    open: wooCommerceApi,
    access: { storeUrl: 'https://shop.acme.test', key: 'ck_12345678', secret: 'cs_12345678' },
  },
  shopify: {
    vendor: shopifyCoupons,
    open: shopifyApi,
    access: { storeUrl: 'https://acme.myshopify.test', key: 'shpat_12345678' },
  },
} as const;

const codeIn = (name: keyof typeof stores, code: string): string =>
  name === 'woocommerce' ? code.toLowerCase() : code;

describe.each(Object.keys(stores) as (keyof typeof stores)[])('the coupons of %s', (name) => {
  const { vendor, open } = stores[name];
  const access: ShopAccess = stores[name].access;
  const begin = () => {
    const api = open();
    return {
      ...api,
      put: (changes: Partial<Coupon> = {}, at = now) =>
        vendor.put({ ...coupon, ...changes }, access, api.ask, at),
      usable: () => api.coupons().filter(({ isActive }) => isActive),
      remove: () => vendor.remove(coupon, access, api.ask),
    };
  };
  const ours = { ...shown, code: codeIn(name, 'ADA15') };

  test('a coupon is created once, however often the code is sent', async () => {
    const { put, coupons } = begin();
    expect([await put(), await put()]).toEqual([null, null]);
    expect(coupons()).toEqual([ours]);
  });

  test('a fixed amount is an amount of the currency', async () => {
    const { put, coupons } = begin();
    await put({ type: 'fixed', value: '7.50', minorUnits: 750, endsAt: null, usageLimit: null });
    expect(coupons()).toEqual([{ ...ours, value: '7.50', endsAt: null, usageLimit: null }]);
  });

  test('a coupon is paused, continued, and changed to another end and limit', async () => {
    const { put, usable } = begin();
    await put();
    await put({ isActive: false });
    expect(usable()).toEqual([]);
    await put();
    expect(usable()).toEqual([ours]);
    await put({ endsAt: null, usageLimit: 5 });
    expect(usable()).toEqual([{ ...ours, endsAt: null, usageLimit: 5 }]);
    await put();
    expect(usable()).toEqual([ours]);
  });

  test('a deleted code ends its coupon, and the deletion can be repeated', async () => {
    const { put, usable, remove } = begin();
    await put();
    expect([await remove(), await remove()]).toEqual([null, null]);
    expect(usable()).toEqual([]);
  });

  test('another coupon with the same code stays as it is', async () => {
    const { put, coupons, addOther, remove } = begin();
    addOther('ada15');
    const before = coupons();
    expect(await put()).toBe(othersCoupon);
    await remove();
    expect(coupons()).toEqual(before);
  });

  test('a wrong key is refused', async () => {
    const { ask } = begin();
    await expect(vendor.put(coupon, { ...access, key: 'wrong-key' }, ask, now)).rejects.toThrow(/invalid/i);
  });
});

test('a code that has ended gets no promotion code of Stripe, which accepts no end in the past', async () => {
  const api = stripeApi();
  const { access } = stores.stripe;
  await stripeCoupons.put(coupon, access, api.ask, new Date('2026-05-01T00:00:00.000Z'));
  expect(api.coupons()).toEqual([]);
});
