import { presentReconciliation } from '#lib/shops/comparisons/present.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { listReconciliations } from '#lib/shops/comparisons/store/reconciliations.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reconciliations.list, async ({ caller, params, page }) => {
  const found = await listReconciliations(caller.brand.id, params.id, page);
  return { ...found, items: found.items.map(presentReconciliation) };
});
