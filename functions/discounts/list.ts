import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { listDiscounts } from '#lib/discounts/store/list.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listDiscounts(brand.id, query, page);
  const rows = found.items.map((discount) => presentDiscount(discount, brand.currency));
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
