import { presentUsage } from '#lib/billing/present.ts';
import { billing } from '#lib/billing/routes.ts';
import { readCreations, readUsage } from '#lib/billing/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(billing.usage, async ({ caller: { brand }, now }) => {
  const [used, created] = await Promise.all([readUsage(brand.id), readCreations(brand, now)]);
  return presentUsage(brand, used, created, now);
});
