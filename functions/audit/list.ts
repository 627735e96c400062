import { presentEntry } from '#lib/events/present/response.ts';
import { audit } from '#lib/events/routes.ts';
import { withoutAddress } from '#lib/events/rules/trail-entry.ts';
import { withAddresses } from '#lib/events/store/addresses.ts';
import { readTrail } from '#lib/events/store/trail.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(audit.list, async ({ caller: { brand }, query, page, receivedAt }) => {
  const request = { ...page, ...query, timezone: query.timezone ?? brand.timezone };
  const found = await readTrail(brand.id, request, receivedAt);
  const entries =
    brand.auditAddresses === 'clear'
      ? await withAddresses(brand.id, found.items, receivedAt)
      : found.items.map(withoutAddress);
  return { ...found, items: entries.map(presentEntry) };
});
