import { presentEvent } from '#lib/events/present/response.ts';
import { events } from '#lib/events/routes.ts';
import { readFeed } from '#lib/events/store/feed.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(events.list, async ({ caller: { brand }, query, receivedAt }) => {
  const request = { ...query, timezone: query.timezone ?? brand.timezone };
  const found = await readFeed(brand.id, request, receivedAt);
  return { ...found, items: found.items.map(presentEvent) };
});
