import { presentEvent } from '#lib/events/present/response.ts';
import { readResourceEventsPage } from '#lib/events/store/resource-events.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentRecord } from '#lib/privacy/present/record.ts';
import { privacy } from '#lib/privacy/routes.ts';
import { readAllEvents } from '#lib/privacy/store/event-records.ts';
import { readRecords } from '#lib/privacy/store/records.ts';

const readEvents = readAllEvents(readResourceEventsPage);

export const handler = endpoint(
  privacy.getAffiliate,
  async ({ caller: { brand }, params: { id }, query, page }) => {
    const request = { ...page, ...query };
    const creator = { brandId: brand.id, id };
    const found = await readRecords(creator, { request, readEvents });
    const records = found.stored.map((record) => presentRecord(record, brand.currency));
    const events = found.events.map((event) => ({
      type: 'event' as const,
      data: { ...presentEvent(event) },
    }));
    return { items: [...records, ...events], cursor: found.cursor };
  },
);
