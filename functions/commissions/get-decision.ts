import { presentDecision } from '#lib/money/decisions/present.ts';
import { commissions } from '#lib/money/decisions/routes.ts';
import { getDecision } from '#lib/money/decisions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(commissions.getDecision, async ({ caller: { brand }, params }) =>
  presentDecision(await getDecision(brand.id, params.id)),
);
