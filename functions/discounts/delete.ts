import { discounts } from '#lib/discounts/routes.ts';
import { deleteDiscount } from '#lib/discounts/store/discounts.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.delete, ({ caller, params }) =>
  deleteDiscount(caller.brand.id, params.id),
);
