// Defines the middlewares that need the checked input. The `input` middleware has replaced the event with the request.

import { createTwin } from '#lib/access/test-mode/store/open-twin.ts';
import { requireFieldScopes } from '#lib/foundation/contract/content-scopes.ts';
import { createsTestTwin, type Route } from '#lib/foundation/contract/route.ts';
import type { Middleware } from './middleware.ts';

/** Also runs for a replay of a stored response, which another caller may have caused. */
export const contentCheck = ({ fieldScopes }: Route): Middleware => ({
  before: ({ event, internal: { auth } }) => {
    if (fieldScopes === undefined || auth?.caller.kind !== 'key') return;
    const { query, body }: { query?: unknown; body?: unknown } = Object(event);
    requireFieldScopes(auth.caller.key.scopes, fieldScopes, { query, body });
  },
});

/** Runs after all checks, so that a refused request creates no test twin. */
export const testTwin = (route: Route): Middleware => ({
  before: async ({ event, internal: { auth } }) => {
    if (auth?.isTwinMissing !== true || !createsTestTwin(route)) return;
    const brand = await createTwin(auth.caller.brand);
    Object.assign(event, { caller: { ...auth.caller, brand } });
  },
});
