import { presentConversion } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { listConversions } from '#lib/money/conversions/store/list.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(conversions.list, async ({ caller, query, page, now }) => {
  const { brand } = caller;
  const found = await listConversions(brand, query, page);
  const rows = found.items.map(presentConversion);
  const records = await readExpansions(brand.id, rows, query.expand);
  return { ...found, items: rows.map((row) => presentExpanded(row, records, brand, now)) };
});
