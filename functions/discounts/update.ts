import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { updateDiscount } from '#lib/discounts/store/discounts.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.update, async ({ caller: { brand }, params, body }) =>
  presentDiscount(await updateDiscount(brand.id, params.id, body), brand.currency),
);
