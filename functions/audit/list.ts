import { presentEntry } from '#lib/record/events/present/response.ts';
import { audit } from '#lib/record/events/routes.ts';
import { withoutAddress } from '#lib/record/events/rules/trail-entry.ts';
import { withAddresses } from '#lib/record/events/store/addresses.ts';
import { readTrail } from '#lib/record/events/store/trail.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(audit.list, async ({ caller: { brand }, query, page, receivedAt }) => {
  const request = { ...page, ...query, timezone: query.timezone ?? brand.timezone };
  const found = await readTrail(brand.id, request, receivedAt);
  const entries =
    brand.auditAddresses === 'clear'
      ? await withAddresses(brand.id, found.items, receivedAt)
      : found.items.map(withoutAddress);
  return { ...found, items: entries.map(presentEntry) };
});
