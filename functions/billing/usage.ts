import { presentUsage } from '#lib/billing/present.ts';
import { billing } from '#lib/billing/routes.ts';
import { readUsage } from '#lib/billing/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(billing.usage, async ({ caller: { brand }, now }) =>
  presentUsage(brand, await readUsage(brand.id), now),
);
