import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { updateEndpoint } from '#lib/outlets/webhooks/store/endpoints.ts';
import { readEventsAfter, readHead } from '#lib/record/events/store/segments.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.update, async ({ caller, params, body, receivedAt }) => {
  const reference = { brandId: caller.brand.id, id: params.id };
  const feed = { readHead, readEventsAfter, granted: grantOf(caller).scopes };
  return presentEndpoint(await updateEndpoint(reference, body, feed, receivedAt));
});
