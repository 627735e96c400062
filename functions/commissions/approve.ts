import { actorOf } from '#lib/access/auth/rules/caller.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { approveCommission } from '#lib/money/commissions/store/commissions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(commissions.approve, async ({ caller, params, now }) =>
  presentCommission(await approveCommission(caller.brand.id, params.id, actorOf(caller).id, now)),
);
