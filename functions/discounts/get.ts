import { presentDiscount } from '#lib/discounts/present.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { getDiscount } from '#lib/discounts/store/discounts.ts';
import { presentExpanded } from '#lib/expansions/present.ts';
import { readExpansions } from '#lib/expansions/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(discounts.get, async ({ caller, params, query, now }) => {
  const { brand } = caller;
  const row = presentDiscount(await getDiscount(brand.id, params.id), brand.currency);
  return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
});
