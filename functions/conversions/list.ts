import { presentConversion } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { listConversions } from '#lib/conversions/store/list.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.list, async ({ caller: { brand }, query, page }) => {
  const found = await listConversions(brand, query, page);
  return { ...found, items: found.items.map(presentConversion) };
});
