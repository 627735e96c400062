// Copies events to the partition of their resource, so that the events of one resource are one query.
import { eventsIn, pageOf, type RecordedEvent, storedPage } from '#lib/events/rules/page.ts';
import { runWorkers } from '#lib/shared/concurrency.ts';
import type { Change } from '#lib/streams/changes.ts';
import { putItem } from '#lib/table/client.ts';
import { eventKeys } from '#lib/table/keys/event-keys.ts';

const concurrency = 10;

async function copyEvent(brandId: string, event: RecordedEvent, expiresAt: unknown): Promise<void> {
  const key = eventKeys.resourceEvent(brandId, event.resourceId, event.sequence);
  await putItem({ Item: { ...key, ...pageOf([event]), expiresAt } });
}

/** Idempotent, because the copy of an event always has the same key and the same content. */
export async function indexEvents(changes: readonly Change[]): Promise<void> {
  const copies = changes.flatMap(({ before, after }) => {
    if (before !== undefined || after?.type !== 'eventPage') return [];
    const { brandId, expiresAt } = after;
    return eventsIn(storedPage.parse(after)).map((event) => ({ brandId: String(brandId), event, expiresAt }));
  });
  await runWorkers({
    concurrency,
    next: () => copies.shift(),
    work: ({ brandId, event, expiresAt }) => copyEvent(brandId, event, expiresAt),
  });
}
