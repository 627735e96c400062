import { actorOf } from '#lib/auth/rules/caller.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { approveCommission } from '#lib/commissions/store/commissions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.approve, async ({ caller, params, now }) =>
  presentCommission(await approveCommission(caller.brand.id, params.id, actorOf(caller).id, now)),
);
