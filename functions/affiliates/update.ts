import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { updateAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(affiliates.update, async ({ caller, params, body, now, ifMatch }) => {
  const present = (affiliate: Parameters<typeof presentAffiliate>[0]) =>
    presentAffiliate(affiliate, caller.brand);
  return present(await updateAffiliate(params.id, body, caller, now, ifMatch(present)));
});
