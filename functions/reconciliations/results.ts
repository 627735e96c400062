import { presentDifference } from '#lib/shops/comparisons/present.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { listDifferences } from '#lib/shops/comparisons/store/reconciliations.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reconciliations.results, async ({ caller, params, query, page }) => {
  const found = await listDifferences(caller.brand.id, params, query, page);
  return { ...found, items: found.items.map(presentDifference) };
});
