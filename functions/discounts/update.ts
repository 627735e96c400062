import { presentDiscount } from '#lib/program/discounts/present.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import { updateDiscount } from '#lib/program/discounts/store/discounts.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(discounts.update, async ({ caller: { brand }, params, body, now }) =>
  presentDiscount(await updateDiscount(brand.id, params.id, body, now), brand.currency),
);
