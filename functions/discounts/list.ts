import { presentDiscount } from '#lib/program/discounts/present.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import { listDiscounts } from '#lib/program/discounts/store/list.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(discounts.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listDiscounts(brand.id, query, page);
  const rows = found.items.map((discount) => presentDiscount(discount, brand.currency));
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
