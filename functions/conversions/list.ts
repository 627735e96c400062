import { presentConversion } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { listConversions } from '#lib/conversions/store/list.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listConversions(brand, query, page);
  const rows = found.items.map(presentConversion);
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
