import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { getCommission } from '#lib/commissions/store/commissions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.get, async ({ caller, params }) =>
  presentCommission(await getCommission(caller.brand.id, params.id)),
);
