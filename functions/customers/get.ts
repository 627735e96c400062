import { presentCustomer } from '#lib/money/customers/present.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { getCustomer } from '#lib/money/customers/store/customers.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(customers.get, async ({ caller: { brand }, params }) =>
  presentCustomer(await getCustomer(brand, params.customerId)),
);
