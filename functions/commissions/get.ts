import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { getCommission } from '#lib/commissions/store/commissions.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentCommission(await getCommission(brand.id, params.id));
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
