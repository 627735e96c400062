import { presentDispute } from '#lib/money/disputes/present.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { listDisputes } from '#lib/money/disputes/store/disputes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(disputes.list, async ({ caller: { brand }, query, page }) => {
  const found = await listDisputes(brand.id, query, page);
  return { ...found, items: found.items.map(presentDispute) };
});
