import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { getCommission } from '#lib/money/commissions/store/commissions.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(commissions.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentCommission(await getCommission(brand.id, params.id));
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
