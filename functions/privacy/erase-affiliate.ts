import { endpoint } from '#lib/http/endpoint.ts';
import { presentErasure } from '#lib/privacy/present/erasure.ts';
import { privacy } from '#lib/privacy/routes.ts';
import { eraseAffiliate } from '#lib/privacy/store/erasures.ts';

export const handler = endpoint(privacy.eraseAffiliate, async ({ caller: { brand }, params, now }) =>
  presentErasure(await eraseAffiliate(brand, params.id, now)),
);
