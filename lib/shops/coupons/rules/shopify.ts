// Makes discount codes of Shopify with its GraphQL Admin API.
import {
  type AskShop,
  type Coupon,
  type CouponVendor,
  fields,
  list,
  othersCoupon,
  RefusedByShop,
  type ShopAccess,
} from '#lib/shops/coupons/rules/coupon.ts';

const version = '2026-04';

const findQuery = `query Find($code: String!) {
  codeDiscountNodeByCode(code: $code) { id codeDiscount { ... on DiscountCodeBasic { title } } }
}`;

const changeOf = (name: string): string =>
  `mutation Change($id: ID!) { ${name}(id: $id) { userErrors { message } } }`;

const changes = {
  create: `mutation Create($discount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { message } }
}`,
  update: `mutation Update($id: ID!, $discount: DiscountCodeBasicInput!) {
  discountCodeBasicUpdate(id: $id, basicCodeDiscount: $discount) { userErrors { message } }
}`,
  deactivate: changeOf('discountCodeDeactivate'),
  delete: changeOf('discountCodeDelete'),
};

const asker = ({ storeUrl = '', key }: ShopAccess, ask: AskShop) => {
  const send = async (query: string, variables: object) => {
    const answer = fields(
      await ask({
        method: 'POST',
        url: `${storeUrl}/admin/api/${version}/graphql.json`,
        headers: { 'x-shopify-access-token': key },
        body: JSON.stringify({ query, variables }),
      }),
    );
    const [error] = list(answer.errors).map(fields);
    if (error !== undefined) throw new RefusedByShop(`Shopify: ${String(error.message)}`);
    return fields(answer.data);
  };
  return {
    send,
    change: async (name: string, query: string, variables: object) => {
      const result = fields((await send(query, variables))[name]);
      const [error] = list(result.userErrors).map(fields);
      if (error !== undefined) throw new RefusedByShop(`Shopify: ${String(error.message)}`);
      return result;
    },
  };
};

/** Shopify shows the title only to the brand, so it can carry our id. */
const titleOf = ({ code, discountId }: Pick<Coupon, 'discountId' | 'code'>): string =>
  `${code} (${discountId})`;

async function find(coupon: Pick<Coupon, 'discountId' | 'code'>, { send }: ReturnType<typeof asker>) {
  const { codeDiscountNodeByCode: node } = await send(findQuery, { code: coupon.code });
  if (node === null || node === undefined) return { id: undefined, isTaken: false };
  const { id, codeDiscount } = fields(node);
  const isOurs = fields(codeDiscount).title === titleOf(coupon);
  return isOurs ? { id: String(id), isTaken: false } : { id: undefined, isTaken: true };
}

const discountOf = (coupon: Coupon, now: Date) => ({
  title: titleOf(coupon),
  code: coupon.code,
  startsAt: coupon.startsAt ?? now.toISOString(),
  endsAt: coupon.endsAt,
  usageLimit: coupon.usageLimit,
  context: { all: 'ALL' },
  customerGets: {
    items: { all: true },
    value:
      coupon.type === 'percentage'
        ? { percentage: Number(coupon.value) / 100 }
        : { discountAmount: { amount: coupon.value, appliesOnEachItem: false } },
  },
});

async function put(coupon: Coupon, access: ShopAccess, ask: AskShop, now: Date) {
  const shop = asker(access, ask);
  const { id: found, isTaken } = await find(coupon, shop);
  if (isTaken) return othersCoupon;
  const discount = discountOf(coupon, now);
  let id = found;
  if (id === undefined) {
    const created = await shop.change('discountCodeBasicCreate', changes.create, { discount });
    id = String(fields(created.codeDiscountNode).id);
  } else {
    await shop.change('discountCodeBasicUpdate', changes.update, { id, discount });
  }
  // An update with a new end activates the discount again.
  if (!coupon.isActive) await shop.change('discountCodeDeactivate', changes.deactivate, { id });
  return null;
}

async function remove(coupon: Pick<Coupon, 'discountId' | 'code'>, access: ShopAccess, ask: AskShop) {
  const shop = asker(access, ask);
  const { id } = await find(coupon, shop);
  if (id !== undefined) await shop.change('discountCodeDelete', changes.delete, { id });
  return null;
}

export const shopifyCoupons: CouponVendor = { put, remove };
