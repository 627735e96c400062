import { presentEvent } from '#lib/record/events/present/response.ts';
import { events } from '#lib/record/events/routes.ts';
import { readFeed } from '#lib/record/events/store/feed.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(events.list, async ({ caller: { brand }, query, receivedAt }) => {
  const request = { ...query, timezone: query.timezone ?? brand.timezone };
  const found = await readFeed(brand.id, request, receivedAt);
  return { ...found, items: found.items.map(presentEvent) };
});
