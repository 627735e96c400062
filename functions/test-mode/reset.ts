import { requireTestMode } from '#lib/auth/rules/caller.ts';
import { getBrand } from '#lib/brands/store/lookup.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { testMode } from '#lib/test-mode/routes.ts';
import { resetTwin } from '#lib/test-mode/store/change-twin.ts';

export const handler = endpoint(testMode.reset, async ({ caller, receivedAt }) => {
  requireTestMode(caller);
  await resetTwin(await getBrand(caller.accountId), receivedAt);
});
