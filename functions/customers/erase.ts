import { presentErasure } from '#lib/care/privacy/present/erasure.ts';
import { customers } from '#lib/care/privacy/routes.ts';
import { eraseCustomer } from '#lib/care/privacy/store/erasures.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(customers.erase, async ({ caller: { brand }, params, now }) =>
  presentErasure(await eraseCustomer(brand, params.customerId, now)),
);
