import { presentCustomer } from '#lib/money/customers/present.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { listCustomers } from '#lib/money/customers/store/customers.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(customers.list, async ({ caller: { brand }, query, page }) => {
  const found = await listCustomers(brand.id, query, page);
  return { ...found, items: found.items.map(presentCustomer) };
});
