import { presentErasure } from '#lib/care/privacy/present/erasure.ts';
import { privacy } from '#lib/care/privacy/routes.ts';
import { eraseAffiliate } from '#lib/care/privacy/store/erasures.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  privacy.eraseAffiliate,
  async ({ caller: { brand }, params, now, receivedAt }) =>
    presentErasure(await eraseAffiliate(brand, params.id, now, receivedAt)),
);
