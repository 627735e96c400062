// Copies events to the partition of their resource, and refers to their page in the partition of their actor.
import { eventsIn, pageOf, type RecordedEvent, storedPage } from '#lib/events/rules/page.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems } from '#lib/table/client.ts';
import { putOrGetExisting } from '#lib/table/conditional.ts';
import { eventKeys } from '#lib/table/keys/event-keys.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { privacyKeys } from '#lib/table/keys/privacy-keys.ts';
import { newestPages } from './pages.ts';

const concurrency = 10;

interface Page {
  readonly brandId: string;
  /** The sort key of the page. */
  readonly key: string;
  readonly events: readonly RecordedEvent[];
  readonly expiresAt: unknown;
}

const copyOf = ({ brandId, expiresAt }: Page, event: RecordedEvent): Key & Item => ({
  ...eventKeys.resourceEvent(brandId, event.resourceId, event.sequence),
  ...pageOf([event]),
  expiresAt,
});

/** An actor often makes many changes at once, so a reference to the page is cheaper than copies of the events. */
const referencesTo = ({ brandId, key, events, expiresAt }: Page): readonly (Key & Item)[] =>
  [...new Set(events.map(({ actor }) => actor.id))].map((actorId) => ({
    ...eventKeys.actorPage(brandId, actorId, key),
    expiresAt,
  }));

/** The events of a deleted discount code belong to its creator, although no item says so any more. */
const deletedDiscountsIn = ({ brandId, events, expiresAt }: Page): readonly (Key & Item)[] =>
  events.flatMap(({ type, resourceId, data: { affiliateId } }) =>
    type === 'discount.deleted' && typeof affiliateId === 'string'
      ? [{ ...privacyKeys.deletedDiscount(brandId, affiliateId, resourceId), expiresAt }]
      : [],
  );

function newPages(changes: readonly Change[]): readonly Page[] {
  return changes.flatMap(({ before, after }) => {
    if (before !== undefined || after?.type !== 'eventPage') return [];
    const { brandId, sk, expiresAt } = after;
    const events = eventsIn(storedPage.parse(after));
    return [{ brandId: String(brandId), key: String(sk), events, expiresAt }];
  });
}

/** Idempotent. An existing item stays, because personal data of the copied event may be erased since. */
const write = (item: Key & Item) => putOrGetExisting(item, { condition: 'attribute_not_exists(#pk)' });

/**
 * Writes the copies of a resource one after the other. Otherwise a consumer that follows this resource could see a later event first,
 * and would never see the earlier one.
 */
export async function indexEvents(changes: readonly Change[]): Promise<void> {
  const items = newPages(changes).flatMap((page) => [
    ...page.events.map((event) => copyOf(page, event)),
    ...referencesTo(page),
    ...deletedDiscountsIn(page),
  ]);
  const partitions = Map.groupBy(items, ({ pk }) => pk).values();
  await forEachConcurrently(partitions, concurrency, async (inOrder) => {
    for (const item of inOrder) await write(item);
  });
}

/** Lambda delivers at most so many changes in a batch, and a failed batch can have copied only some of them. */
const pagesOfBatch = 100;

async function isCopied({ brandId, events }: Page): Promise<boolean> {
  const copies = events.map(({ resourceId, sequence }) =>
    eventKeys.resourceEvent(brandId, resourceId, sequence),
  );
  return (await getItems(copies)).every((copy) => copy !== undefined);
}

/**
 * Copies the events of the newest pages that have no copies. After a restore of the table, the new stream does not contain the pages that were
 * recorded just before the restored time.
 */
export async function copyNewestEvents(brandId: string): Promise<void> {
  const missing: Change[] = [];
  let copied = 0;
  for await (const after of newestPages(brandId)) {
    const change = { sequenceNumber: '', before: undefined, after };
    const [page] = newPages([change]);
    if (page === undefined) continue;
    copied = (await isCopied(page)) ? copied + 1 : 0;
    if (copied === 0) missing.push(change);
    if (copied === pagesOfBatch) break;
  }
  await indexEvents(missing.toReversed());
}

/** Returns the erasures whose events are new in the feed. Index the events first: an erasure finds earlier events by their copies. */
export const recordedErasures = (changes: readonly Change[]) =>
  newPages(changes).flatMap(({ brandId, events }) =>
    events
      .filter(({ type }) => type.endsWith('.personal_data_erased'))
      .map(({ data }) => ({ brandId, id: String(data.id) })),
  );
