// Adds an event to the feed of a brand without a change of an item, for tests that only need any event.
import { presentBrand } from '#lib/access/brands/present.ts';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew, staleWrite } from '#lib/foundation/table/writes/write.ts';
import { type RecordedEvent, segmentOf, sequenced } from '#lib/record/events/rules/segment.ts';
import { readHead } from '#lib/record/events/store/segments.ts';

async function settingsOf(brandId: string) {
  const brand = await getBrand(brandId);
  const settings = {
    ...presentBrand(brand),
    plan: brand.plan,
    subscriptionStatus: brand.subscriptionStatus,
  };
  return JSON.parse(JSON.stringify(settings));
}

export const createEvent = (brandId: string): Promise<Pick<RecordedEvent, 'id'>> =>
  retryOnConflict(async () => {
    const head = await readHead(brandId);
    const data = await settingsOf(brandId);
    const events = sequenced(
      brandId,
      [
        {
          type: 'settings.updated',
          resourceId: brandId,
          attribution: { actor: { id: 'service' }, at: now() },
          data,
          changes: {},
        },
      ],
      head,
    );
    const expiresAt = epochSeconds(addSeconds(now(), secondsPerDay));
    const key = eventKeys.eventSegment(brandId, head.sequence + 1);
    const item = { ...key, type: 'eventSegment', brandId, ...segmentOf(events), expiresAt };
    await transact([putNew(item, staleWrite)]);
    const [event] = events;
    if (event === undefined) throw new Error('There is no event');
    return event;
  });
