import { grantOf } from '#lib/auth/rules/caller.ts';
import { readEventsAfter, readHead } from '#lib/events/store/segments.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { updateEndpoint } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.update, async ({ caller, params, body, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const feed = { readHead, readEventsAfter, granted: grantOf(caller).scopes };
  return presentEndpoint(await updateEndpoint(reference, body, feed, receivedAt));
});
