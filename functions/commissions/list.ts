import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { listCommissions } from '#lib/commissions/store/list.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(commissions.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listCommissions(brand, query, page);
  const rows = found.items.map(presentCommission);
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
