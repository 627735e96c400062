import { presentCustomer } from '#lib/money/customers/present.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { moveCustomer } from '#lib/money/customers/store/customers.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(customers.update, async ({ caller: { brand }, params, body, now }) =>
  presentCustomer(await moveCustomer(brand, params.customerId, body, now)),
);
