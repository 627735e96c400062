import { endpoint } from '#lib/http/endpoint.ts';
import { presentErasure } from '#lib/privacy/present/erasure.ts';
import { customers } from '#lib/privacy/routes.ts';
import { eraseCustomer } from '#lib/privacy/store/erasures.ts';

export const handler = endpoint(customers.erase, async ({ caller: { brand }, params, now }) =>
  presentErasure(await eraseCustomer(brand, params.customerId, now)),
);
