import { grantOf } from '#lib/auth/rules/caller.ts';
import { readHead } from '#lib/events/store/segments.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { createEndpoint } from '#lib/webhooks/store/endpoints.ts';

export const handler = endpoint(webhooks.create, async ({ caller, body, receivedAt }) => {
  const feed = { readHead, granted: grantOf(caller).scopes };
  const { endpoint: created, secret } = await createEndpoint(caller.brand.id, body, feed, receivedAt);
  return { ...presentEndpoint(created), url: created.url, secret };
});
