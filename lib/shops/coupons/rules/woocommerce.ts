// Makes coupons of WooCommerce with its REST API.
import {
  type AskShop,
  type Coupon,
  type CouponVendor,
  fields,
  list,
  othersCoupon,
  type ShopAccess,
  type ShopRequest,
} from '#lib/shops/coupons/rules/coupon.ts';

const mark = '_affiliate_discount_id';

const asker =
  ({ storeUrl = '', key, secret = '' }: ShopAccess, ask: AskShop) =>
  (method: ShopRequest['method'], path: string, body?: object) =>
    ask({
      method,
      url: `${storeUrl}/wp-json/wc/v3/coupons${path}`,
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      body: body === undefined ? '' : JSON.stringify(body),
    });

type Asker = ReturnType<typeof asker>;

/** WooCommerce compares codes without letter case. */
async function find({ code, discountId }: Pick<Coupon, 'discountId' | 'code'>, send: Asker) {
  const found = list(await send('GET', `?status=any&code=${encodeURIComponent(code)}`)).map(fields);
  const isOurs = (one: Readonly<Record<string, unknown>>): boolean =>
    list(one.meta_data)
      .map(fields)
      .some(({ key, value }) => key === mark && value === discountId);
  return { ours: found.find(isOurs), isTaken: found.some((one) => !isOurs(one)) };
}

const bodyOf = (coupon: Coupon) => ({
  code: coupon.code,
  discount_type: coupon.type === 'percentage' ? 'percent' : 'fixed_cart',
  amount: coupon.value,
  status: coupon.isActive ? 'publish' : 'draft',
  date_expires_gmt: coupon.endsAt?.slice(0, 19) ?? null,
  usage_limit: coupon.usageLimit,
  meta_data: [{ key: mark, value: coupon.discountId }],
});

async function put(coupon: Coupon, access: ShopAccess, ask: AskShop) {
  const send = asker(access, ask);
  const { ours, isTaken } = await find(coupon, send);
  if (ours === undefined && isTaken) return othersCoupon;
  await (ours === undefined
    ? send('POST', '', bodyOf(coupon))
    : send('PUT', `/${encodeURIComponent(String(ours.id))}`, bodyOf(coupon)));
  return null;
}

async function remove(coupon: Pick<Coupon, 'discountId' | 'code'>, access: ShopAccess, ask: AskShop) {
  const send = asker(access, ask);
  const { ours } = await find(coupon, send);
  if (ours !== undefined) await send('DELETE', `/${encodeURIComponent(String(ours.id))}?force=true`);
  return null;
}

export const wooCommerceCoupons: CouponVendor = { put, remove };
