import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { getAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(affiliates.get, async ({ caller: { brand }, params }) =>
  presentAffiliate(await getAffiliate(brand.id, params.id), brand),
);
