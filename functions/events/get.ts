import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentEvent } from '#lib/record/events/present/response.ts';
import { events } from '#lib/record/events/routes.ts';
import { requireEventScopes } from '#lib/record/events/rules/event-scopes.ts';
import { getEvent } from '#lib/record/events/store/feed.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(events.get, async ({ caller, params, receivedAt }) => {
  const found = await getEvent(caller.brand.id, params.id, receivedAt);
  requireEventScopes(grantOf(caller).scopes, [found.type]);
  return presentEvent(found);
});
