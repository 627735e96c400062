import { presentPayout } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { listPayouts } from '#lib/money/payouts/store/payouts.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payouts.list, async ({ caller: { brand }, query, page }) => {
  const found = await listPayouts(brand.id, query, page);
  return { ...found, items: found.items.map(presentPayout) };
});
