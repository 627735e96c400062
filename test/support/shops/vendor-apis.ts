// Imitates the documented APIs for coupons of Stripe, WooCommerce and Shopify, as far as the service uses them.
import { type AskShop, RefusedByShop } from '#lib/shops/coupons/rules/coupon.ts';

interface ShownCoupon {
  readonly code: string;
  readonly isActive: boolean;
  /** Percent, or an amount. */
  readonly value: string;
  readonly endsAt: string | null;
  readonly usageLimit: number | null;
}

export interface VendorApi {
  readonly ask: AskShop;
  /** The coupons that customers can use or could use, in the order of their creation. */
  readonly coupons: () => readonly ShownCoupon[];
  /** Creates a coupon as the brand does in the shop. */
  readonly addOther: (code: string) => void;
}

type Fields = Record<string, unknown>;

const isoOf = (seconds: unknown): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null;

/** Codes are unique among the active ones. A promotion code never changes its end or limit. */
export function stripeApi(): VendorApi {
  const coupons = new Map<string, Fields>();
  const codes: Fields[] = [];
  const answers = new Map<string, unknown>();
  const isTaken = (code: unknown): boolean =>
    codes.some((one) => one.active === true && String(one.code).toLowerCase() === String(code).toLowerCase());

  function addCode(form: URLSearchParams): Fields {
    const coupon = coupons.get(form.get('coupon') ?? '');
    if (coupon === undefined) throw new RefusedByShop('No such coupon');
    if (isTaken(form.get('code'))) throw new RefusedByShop('An active promotion code with this code exists');
    const added: Fields = {
      id: `promo_${codes.length}`,
      code: form.get('code'),
      coupon,
      active: true,
      expires_at: form.has('expires_at') ? Number(form.get('expires_at')) : null,
      max_redemptions: form.has('max_redemptions') ? Number(form.get('max_redemptions')) : null,
      metadata: { discountId: form.get('metadata[discountId]') },
    };
    codes.push(added);
    return added;
  }

  function addCoupon(form: URLSearchParams): Fields {
    const percent = form.get('percent_off');
    const amount = Number(form.get('amount_off') ?? 0) / 100;
    const added = { id: `coupon_${coupons.size}`, value: percent ?? amount.toFixed(2) };
    coupons.set(added.id, added);
    return added;
  }

  function setActive(path: string, form: URLSearchParams): Fields {
    const found = codes.find(({ id }) => path === `/v1/promotion_codes/${String(id)}`);
    if (found === undefined) throw new RefusedByShop(`Unknown path ${path}`);
    found.active = form.get('active') === 'true';
    return found;
  }

  return {
    ask: async ({ method, url, headers, body }) => {
      const { host, pathname, searchParams } = new URL(url);
      if (host !== 'api.stripe.com' || headers.authorization !== 'Bearer rk_test_12345')
        throw new RefusedByShop('Invalid API key');
      const form = new URLSearchParams(body);
      if (method === 'GET')
        return {
          data: codes.filter(
            ({ code }) => String(code).toLowerCase() === searchParams.get('code')?.toLowerCase(),
          ),
        };
      const key = headers['idempotency-key'];
      const known = key === undefined ? undefined : answers.get(key);
      if (known !== undefined) return known;
      const answer =
        pathname === '/v1/coupons'
          ? addCoupon(form)
          : pathname === '/v1/promotion_codes'
            ? addCode(form)
            : setActive(pathname, form);
      if (key !== undefined) answers.set(key, answer);
      return answer;
    },
    coupons: () =>
      codes.map(({ code, active, coupon, expires_at: end, max_redemptions: limit }) => ({
        code: String(code),
        isActive: active === true,
        value: String(Object(coupon).value),
        endsAt: isoOf(end),
        usageLimit: typeof limit === 'number' ? limit : null,
      })),
    addOther: (code) => {
      coupons.set('other', { id: 'other', value: '5' });
      addCode(new URLSearchParams({ coupon: 'other', code }));
    },
  };
}

/** Codes are stored in lower case and are unique. */
export function wooCommerceApi(): VendorApi {
  const coupons: Fields[] = [];
  let lastId = 0;
  const find = (path: string): Fields => {
    const found = coupons.find(({ id }) => path.endsWith(`/coupons/${String(id)}`));
    if (found === undefined) throw new RefusedByShop('Invalid ID');
    return found;
  };
  return {
    ask: async ({ method, url, headers, body }) => {
      const { pathname, searchParams } = new URL(url);
      const [, credentials = ''] = (headers.authorization ?? '').split(' ');
      if (Buffer.from(credentials, 'base64').toString() !== 'ck_12345678:cs_12345678')
        throw new RefusedByShop('Consumer key is invalid');
      const code = searchParams.get('code')?.toLowerCase();
      if (method === 'GET') return coupons.filter((one) => one.code === code);
      if (method === 'DELETE') return coupons.splice(coupons.indexOf(find(pathname)), 1)[0];
      const sent: Fields = JSON.parse(body);
      const changed = { ...sent, code: String(sent.code).toLowerCase() };
      if (method === 'PUT') return Object.assign(find(pathname), changed);
      if (coupons.some((one) => one.code === changed.code))
        throw new RefusedByShop('The coupon code already exists');
      lastId += 1;
      const added = { id: lastId, ...changed };
      coupons.push(added);
      return added;
    },
    coupons: () =>
      coupons.map((one) => ({
        code: String(one.code),
        isActive: one.status === 'publish',
        value: String(one.amount),
        endsAt: typeof one.date_expires_gmt === 'string' ? `${one.date_expires_gmt}.000Z` : null,
        usageLimit: typeof one.usage_limit === 'number' ? one.usage_limit : null,
      })),
    addOther: (code) =>
      void coupons.push({ id: 'other', code: code.toLowerCase(), status: 'publish', meta_data: [] }),
  };
}

/** Codes are unique without letter case. */
export function shopifyApi(): VendorApi {
  const discounts: Fields[] = [];
  const byId = (id: unknown): Fields => {
    const found = discounts.find((one) => one.id === id);
    if (found === undefined) throw new RefusedByShop('Discount does not exist');
    return found;
  };
  const byCode = (code: unknown) =>
    discounts.find((one) => String(one.code).toLowerCase() === String(code).toLowerCase());

  const mutations: Readonly<Record<string, (variables: Fields) => Fields>> = {
    discountCodeBasicCreate: ({ discount }) => {
      const sent = Object(discount);
      if (byCode(sent.code) !== undefined) return { userErrors: [{ message: 'Code must be unique' }] };
      const added: Fields = {
        id: `gid://shopify/DiscountCodeNode/${discounts.length}`,
        isActive: true,
        ...sent,
      };
      discounts.push(added);
      return { codeDiscountNode: { id: added.id }, userErrors: [] };
    },
    discountCodeBasicUpdate: ({ id, discount }) => {
      Object.assign(byId(id), discount, { isActive: true });
      return { userErrors: [] };
    },
    discountCodeDeactivate: ({ id }) => {
      byId(id).isActive = false;
      return { userErrors: [] };
    },
    discountCodeDelete: ({ id }) => {
      discounts.splice(discounts.indexOf(byId(id)), 1);
      return { userErrors: [] };
    },
  };

  return {
    ask: async ({ headers, body }) => {
      if (headers['x-shopify-access-token'] !== 'shpat_12345678')
        throw new RefusedByShop('Invalid API access token');
      const { query, variables } = JSON.parse(body);
      if (/codeDiscountNodeByCode\(/.test(query)) {
        const found = byCode(variables.code);
        return {
          data: {
            codeDiscountNodeByCode:
              found === undefined ? null : { id: found.id, codeDiscount: { title: found.title } },
          },
        };
      }
      const [name = ''] = /discountCode\w+(?=\()/.exec(query) ?? [];
      const mutate = mutations[name];
      return mutate === undefined
        ? { errors: [{ message: `Unknown ${name}` }] }
        : { data: { [name]: mutate(variables) } };
    },
    coupons: () =>
      discounts.map((one) => {
        const { percentage, discountAmount } = Object(Object(one.customerGets).value);
        return {
          code: String(one.code),
          isActive: one.isActive === true,
          value: percentage === undefined ? String(Object(discountAmount).amount) : String(percentage * 100),
          endsAt: typeof one.endsAt === 'string' ? one.endsAt : null,
          usageLimit: typeof one.usageLimit === 'number' ? one.usageLimit : null,
        };
      }),
    addOther: (code) => void discounts.push({ id: 'other', code, title: 'Summer', isActive: true }),
  };
}
