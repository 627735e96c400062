import { presentConversionDetails } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { getConversionWithItems } from '#lib/money/conversions/store/conversions.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(conversions.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentConversionDetails(await getConversionWithItems(brand.id, params.id));
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
