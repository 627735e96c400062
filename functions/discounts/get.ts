import { presentDiscount } from '#lib/program/discounts/present.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import { getDiscount } from '#lib/program/discounts/store/discounts.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(discounts.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentDiscount(await getDiscount(brand.id, params.id), brand.currency);
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
