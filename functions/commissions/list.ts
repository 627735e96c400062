import { presentCommission } from '#lib/money/commissions/present.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { listCommissions } from '#lib/money/commissions/store/list.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(commissions.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listCommissions(brand, query, page);
  const rows = found.items.map(presentCommission);
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
