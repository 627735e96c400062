import { presentEntry } from '#lib/events/present/response.ts';
import { audit } from '#lib/events/routes.ts';
import { readTrail } from '#lib/events/store/trail.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(audit.list, async ({ caller: { brand }, query, page, receivedAt }) => {
  const request = { ...page, ...query, timezone: query.timezone ?? brand.timezone };
  const found = await readTrail(brand.id, request, receivedAt);
  return { ...found, items: found.items.map(presentEntry) };
});
