import { requireTestMode } from '#lib/auth/rules/caller.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentClock } from '#lib/test-mode/present.ts';
import { testMode } from '#lib/test-mode/routes.ts';

export const handler = endpoint(testMode.getClock, ({ caller, now }) => {
  requireTestMode(caller);
  return presentClock(caller.brand, now);
});
