import { presentAffiliate } from '#lib/affiliates/present.ts';
import { affiliates } from '#lib/affiliates/routes.ts';
import { updateAffiliate } from '#lib/affiliates/store/affiliates.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(affiliates.update, async ({ caller, params, body, now }) =>
  presentAffiliate(await updateAffiliate(params.id, body, caller, now), caller.brand.currency),
);
