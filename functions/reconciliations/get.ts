import { presentReconciliation } from '#lib/shops/comparisons/present.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { getReconciliation } from '#lib/shops/comparisons/store/reconciliations.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reconciliations.get, async ({ caller, params }) =>
  presentReconciliation(await getReconciliation(caller.brand.id, params)),
);
