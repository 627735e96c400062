// Copies events to the partition of their resource, and refers to their page in the partition of their actor.
import { eventsIn, pageOf, type RecordedEvent, storedPage } from '#lib/events/rules/page.ts';
import { runWorkers } from '#lib/shared/concurrency.ts';
import type { Change } from '#lib/streams/changes.ts';
import { putItem } from '#lib/table/client.ts';
import { eventKeys } from '#lib/table/keys/event-keys.ts';
import type { Item } from '#lib/table/keys/item.ts';

const concurrency = 10;

interface Page {
  readonly brandId: string;
  /** The sort key of the page. */
  readonly key: string;
  readonly events: readonly RecordedEvent[];
  readonly expiresAt: unknown;
}

const copyOf = ({ brandId, expiresAt }: Page, event: RecordedEvent): Item => ({
  ...eventKeys.resourceEvent(brandId, event.resourceId, event.sequence),
  ...pageOf([event]),
  expiresAt,
});

/** An actor often makes many changes at once, so a reference to the page is cheaper than copies of the events. */
const referencesTo = ({ brandId, key, events, expiresAt }: Page): readonly Item[] =>
  [...new Set(events.map(({ actor }) => actor.id))].map((actorId) => ({
    ...eventKeys.actorPage(brandId, actorId, key),
    expiresAt,
  }));

function newPages(changes: readonly Change[]): readonly Page[] {
  return changes.flatMap(({ before, after }) => {
    if (before !== undefined || after?.type !== 'eventPage') return [];
    const { brandId, sk, expiresAt } = after;
    const events = eventsIn(storedPage.parse(after));
    return [{ brandId: String(brandId), key: String(sk), events, expiresAt }];
  });
}

/** Idempotent, because the items of a page always have the same keys and the same content. */
export async function indexEvents(changes: readonly Change[]): Promise<void> {
  const items = newPages(changes).flatMap((page) => [
    ...page.events.map((event) => copyOf(page, event)),
    ...referencesTo(page),
  ]);
  await runWorkers({
    concurrency,
    next: () => items.shift(),
    work: async (item) => {
      await putItem({ Item: { ...item } });
    },
  });
}
