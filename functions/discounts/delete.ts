import { discounts } from '#lib/program/discounts/routes.ts';
import { deleteDiscount } from '#lib/program/discounts/store/discounts.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(discounts.delete, ({ caller, params, now }) =>
  deleteDiscount(caller.brand.id, params.id, now),
);
