import { presentConversionDetails } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { getConversionWithItems } from '#lib/conversions/store/conversions.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(conversions.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentConversionDetails(await getConversionWithItems(brand.id, params.id));
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
