import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { getAffiliate } from '#lib/affiliates/store/affiliates.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(affiliates.get, async ({ caller: { brand }, params }) =>
  presentAffiliate(await getAffiliate(brand.id, params.id), brand.currency),
);
