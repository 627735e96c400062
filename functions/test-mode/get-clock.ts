import { requireTestMode } from '#lib/access/auth/rules/caller.ts';
import { presentClock } from '#lib/access/test-mode/present.ts';
import { testMode } from '#lib/access/test-mode/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(testMode.getClock, ({ caller, now }) => {
  requireTestMode(caller);
  return presentClock(caller.brand, now);
});
