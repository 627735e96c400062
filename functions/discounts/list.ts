import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { listDiscounts } from '#lib/discounts/store/list.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.list, async ({ caller: { brand }, query, page }) => {
  const found = await listDiscounts(brand.id, query, page);
  return { ...found, items: found.items.map((discount) => presentDiscount(discount, brand.currency)) };
});
