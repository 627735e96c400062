import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { getDiscount } from '#lib/discounts/store/discounts.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.get, async ({ caller: { brand }, params }) =>
  presentDiscount(await getDiscount(brand.id, params.id), brand.currency),
);
