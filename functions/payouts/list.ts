import { endpoint } from '#lib/http/endpoint.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { listPayouts } from '#lib/payouts/store/payouts.ts';

export const handler = endpoint(payouts.list, async ({ caller: { brand }, query, page }) => {
  const found = await listPayouts(brand.id, query, page);
  return { ...found, items: found.items.map(presentPayout) };
});
