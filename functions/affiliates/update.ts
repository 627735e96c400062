import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { updateAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(affiliates.update, async ({ caller, params, body, now }) =>
  presentAffiliate(await updateAffiliate(params.id, body, caller, now), caller.brand.currency),
);
