import { presentEvent } from '#lib/events/present/response.ts';
import { events } from '#lib/events/routes.ts';
import { getEvent } from '#lib/events/store/feed.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(events.get, async ({ caller: { brand }, params, receivedAt }) =>
  presentEvent(await getEvent(brand.id, params.id, receivedAt)),
);
