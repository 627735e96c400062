import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { rejectCommission } from '#lib/commissions/store/commissions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.reject, async ({ caller: { brand }, params, body, now }) =>
  presentCommission(await rejectCommission(brand.id, params.id, body.reason, now)),
);
