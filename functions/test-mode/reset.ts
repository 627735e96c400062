import { requireTestMode } from '#lib/access/auth/rules/caller.ts';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { testMode } from '#lib/access/test-mode/routes.ts';
import { resetTwin } from '#lib/access/test-mode/store/change-twin.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(testMode.reset, async ({ caller, receivedAt }) => {
  requireTestMode(caller);
  await resetTwin(await getBrand(caller.accountId), receivedAt);
});
