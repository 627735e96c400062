import { presentRecord } from '#lib/care/privacy/present/record.ts';
import { privacy } from '#lib/care/privacy/routes.ts';
import { readAllEvents } from '#lib/care/privacy/store/event-records.ts';
import { readRecords } from '#lib/care/privacy/store/records.ts';
import { presentEvent } from '#lib/record/events/present/response.ts';
import { readResourceEventsPage } from '#lib/record/events/store/resource-events.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

const readEvents = readAllEvents(readResourceEventsPage);

export const handler = endpoint(
  privacy.getAffiliate,
  async ({ caller: { brand }, params: { id }, query, page }) => {
    const request = { ...page, ...query };
    const creator = { brandId: brand.id, id };
    const found = await readRecords(creator, { request, readEvents });
    const records = found.stored.map((record) => presentRecord(record, brand));
    const events = found.events.map((event) => ({
      type: 'event' as const,
      data: { ...presentEvent(event) },
    }));
    return { items: [...records, ...events], cursor: found.cursor };
  },
);
