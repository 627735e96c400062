import { presentUsage } from '#lib/access/billing/present.ts';
import { billing } from '#lib/access/billing/routes.ts';
import { readCreations, readUsage } from '#lib/access/billing/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(billing.usage, async ({ caller: { brand }, now }) => {
  const [used, created] = await Promise.all([readUsage(brand.id), readCreations(brand, now)]);
  return presentUsage(brand, used, created, now);
});
