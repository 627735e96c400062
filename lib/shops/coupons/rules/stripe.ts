// Makes promotion codes of Stripe. A promotion code cannot change its end or its limit, so such a change replaces it.
import {
  type AskShop,
  type Coupon,
  type CouponVendor,
  fields,
  list,
  othersCoupon,
  type ShopAccess,
} from '#lib/shops/coupons/rules/coupon.ts';

const api = 'https://api.stripe.com/v1';
const version = '2024-06-20';

interface Sent {
  readonly path: string;
  readonly form?: Readonly<Record<string, string | number | boolean>>;
  readonly idempotencyKey?: string;
}

const asker = (access: ShopAccess, ask: AskShop) => async (sent: Sent) => {
  const { path, form, idempotencyKey } = sent;
  const texts = Object.entries(form ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  return fields(
    await ask({
      method: form === undefined ? 'GET' : 'POST',
      url: `${api}${path}`,
      headers: {
        authorization: `Bearer ${access.key}`,
        'stripe-version': version,
        'content-type': 'application/x-www-form-urlencoded',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: new URLSearchParams(texts).toString(),
    }),
  );
};

type Asker = ReturnType<typeof asker>;

async function promotionCodes(code: string, send: Asker) {
  const { data } = await send({ path: `/promotion_codes?limit=100&code=${encodeURIComponent(code)}` });
  return list(data).map(fields);
}

const isOf = (discountId: string) => (one: Readonly<Record<string, unknown>>) =>
  fields(one.metadata).discountId === discountId;

const setActive = (id: unknown, active: boolean, send: Asker) =>
  send({ path: `/promotion_codes/${encodeURIComponent(String(id))}`, form: { active } });

const secondsOf = (text: string | null): number | null =>
  text === null ? null : Math.floor(Date.parse(text) / 1000);

/** Stripe answers a repeated request with the first coupon. */
const newCoupon = ({ discountId, type, value, minorUnits, currency, code }: Coupon, send: Asker) =>
  send({
    path: '/coupons',
    form: {
      ...(type === 'percentage'
        ? { percent_off: value }
        : { amount_off: minorUnits, currency: currency.toLowerCase() }),
      duration: 'once',
      name: code.slice(0, 40),
      'metadata[discountId]': discountId,
    },
    idempotencyKey: `coupon-${discountId}`,
  });

async function addCode(coupon: Coupon, couponId: unknown, send: Asker): Promise<void> {
  const { discountId, code, endsAt, usageLimit } = coupon;
  const end = secondsOf(endsAt);
  await send({
    path: '/promotion_codes',
    form: {
      coupon: String(couponId),
      code,
      'metadata[discountId]': discountId,
      ...(end !== null && { expires_at: end }),
      ...(usageLimit !== null && { max_redemptions: usageLimit }),
    },
    idempotencyKey: `code-${discountId}-${end ?? 'open'}-${usageLimit ?? 'all'}`,
  });
}

async function put(coupon: Coupon, access: ShopAccess, ask: AskShop, now: Date) {
  const send = asker(access, ask);
  const found = await promotionCodes(coupon.code, send);
  const ours = found.filter(isOf(coupon.discountId));
  const isEnded = coupon.endsAt !== null && Date.parse(coupon.endsAt) <= now.getTime();
  const isWanted = coupon.isActive && !isEnded;
  const isSame = (one: Readonly<Record<string, unknown>>): boolean =>
    (one.expires_at ?? null) === secondsOf(coupon.endsAt) &&
    (one.max_redemptions ?? null) === coupon.usageLimit;
  const kept = isWanted ? ours.find(isSame) : undefined;
  for (const other of ours)
    if (other !== kept && other.active === true) await setActive(other.id, false, send);
  if (!isWanted) return null;
  if (found.some((one) => one.active === true && !ours.includes(one))) return othersCoupon;
  if (kept?.active === true) return null;
  if (kept !== undefined) {
    await setActive(kept.id, true, send);
    return null;
  }
  const couponId = fields(ours[0]?.coupon).id ?? (await newCoupon(coupon, send)).id;
  await addCode(coupon, couponId, send);
  return null;
}

async function remove(
  { discountId, code }: Pick<Coupon, 'discountId' | 'code'>,
  access: ShopAccess,
  ask: AskShop,
) {
  const send = asker(access, ask);
  const ours = (await promotionCodes(code, send)).filter(isOf(discountId));
  for (const one of ours) if (one.active === true) await setActive(one.id, false, send);
  return null;
}

export const stripeCoupons: CouponVendor = { put, remove };
