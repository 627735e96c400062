import { grantOf } from '#lib/auth/rules/caller.ts';
import { presentEvent } from '#lib/events/present/response.ts';
import { events } from '#lib/events/routes.ts';
import { requireEventScopes } from '#lib/events/rules/event-scopes.ts';
import { getEvent } from '#lib/events/store/feed.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(events.get, async ({ caller, params, receivedAt }) => {
  const found = await getEvent(caller.brand.id, params.id, receivedAt);
  requireEventScopes(grantOf(caller).scopes, [found.type]);
  return presentEvent(found);
});
