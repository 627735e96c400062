import { endpoint } from '#lib/http/endpoint.ts';
import { presentErasure } from '#lib/privacy/present/erasure.ts';
import { privacy } from '#lib/privacy/routes.ts';
import { getErasure } from '#lib/privacy/store/erasures.ts';

export const handler = endpoint(privacy.getErasure, async ({ caller: { brand }, params }) =>
  presentErasure(await getErasure(brand.id, params.id)),
);
