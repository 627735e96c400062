import { presentSubscription } from '#lib/access/billing/present.ts';
import { billing } from '#lib/access/billing/routes.ts';
import { readUsage } from '#lib/access/billing/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(billing.get, async ({ caller: { brand }, now }) =>
  presentSubscription(brand, await readUsage(brand.id), now),
);
