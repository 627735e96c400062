import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { listCommissions } from '#lib/commissions/store/list.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.list, async ({ caller, query, page }) => {
  const found = await listCommissions(caller.brand.id, query, page);
  return { ...found, items: found.items.map(presentCommission) };
});
