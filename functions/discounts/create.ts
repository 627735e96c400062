import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { createDiscount, newDiscount } from '#lib/discounts/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.create, async ({ caller: { brand }, body, now }) => {
  const discount = newDiscount(body, brand, now);
  await createDiscount(discount);
  return presentDiscount(discount, brand.currency);
});
