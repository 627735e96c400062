import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { rejectCommission } from '#lib/money/commissions/store/commissions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(commissions.reject, async ({ caller: { brand }, params, body, now }) =>
  presentCommission(await rejectCommission(brand.id, params.id, body.reason, now)),
);
