import { grantOf } from '#lib/access/auth/rules/caller.ts';
import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { createEndpoint } from '#lib/outlets/webhooks/store/endpoints.ts';
import { readHead } from '#lib/record/events/store/segments.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(webhooks.create, async ({ caller, body, receivedAt }) => {
  const feed = { readHead, granted: grantOf(caller).scopes };
  const { endpoint: created, secret } = await createEndpoint(caller.brand.id, body, feed, receivedAt);
  return { ...presentEndpoint(created), url: created.url, secret };
});
