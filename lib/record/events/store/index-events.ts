// Copies events to the partition of their resource, and refers to their segment in the partition of their actor.

import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { eventsIn, type RecordedEvent, segmentOf, storedSegment } from '#lib/record/events/rules/segment.ts';
import { newestSegments } from './segments.ts';

const concurrency = 10;

interface Segment {
  readonly brandId: string;
  /** The sort key of the segment. */
  readonly key: string;
  readonly events: readonly RecordedEvent[];
  readonly expiresAt: unknown;
}

/** For tasks of other domains, which do not know how events are packed. */
export const eventsInItem = (item: Item): readonly RecordedEvent[] => eventsIn(storedSegment.parse(item));

const copyOf = ({ brandId, expiresAt }: Segment, event: RecordedEvent): Key & Item => ({
  ...eventKeys.resourceEvent(brandId, event.resourceId, event.sequence),
  ...segmentOf([event]),
  expiresAt,
});

/** An actor often makes many changes at once, so a reference to the segment is cheaper than copies of the events. */
const referencesTo = ({ brandId, key, events, expiresAt }: Segment): readonly (Key & Item)[] =>
  [...new Set(events.map(({ actor }) => actor.id))].map((actorId) => ({
    ...eventKeys.actorSegment(brandId, actorId, key),
    expiresAt,
  }));

const deletions: ReadonlySet<string> = new Set<RecordedType>(['discount.deleted', 'link.deleted']);

/** The events of a deleted discount code or link belong to its creator, although no item says so any more. */
const deletedResourcesIn = ({ brandId, events, expiresAt }: Segment): readonly (Key & Item)[] =>
  events.flatMap(({ type, resourceId, data: { affiliateId } }) =>
    deletions.has(type) && typeof affiliateId === 'string'
      ? [{ ...privacyKeys.deletedResource(brandId, affiliateId, resourceId), expiresAt }]
      : [],
  );

/** The events of a deleted creator can still be erased. */
const deletedAffiliatesIn = ({ brandId, events, expiresAt }: Segment): readonly (Key & Item)[] =>
  events
    .filter(({ type }) => type === 'affiliate.deleted')
    .map(({ resourceId }) => ({ ...privacyKeys.deletedAffiliate(brandId, resourceId), expiresAt }));

function newSegments(changes: readonly Change[]): readonly Segment[] {
  return changes.flatMap(({ before, after }) => {
    if (before !== undefined || after?.type !== 'eventSegment') return [];
    const { brandId, sk, expiresAt } = after;
    const events = eventsIn(storedSegment.parse(after));
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
  const items = newSegments(changes).flatMap((segment) => [
    ...segment.events.map((event) => copyOf(segment, event)),
    ...referencesTo(segment),
    ...deletedResourcesIn(segment),
    ...deletedAffiliatesIn(segment),
  ]);
  const partitions = Map.groupBy(items, ({ pk }) => pk).values();
  await forEachConcurrently(partitions, concurrency, async (inOrder) => {
    for (const item of inOrder) await write(item);
  });
}

/** Lambda delivers at most so many changes in a batch, and a failed batch can have copied only some of them. */
const pagesOfBatch = 100;

async function isCopied({ brandId, events }: Segment): Promise<boolean> {
  const copies = events.map(({ resourceId, sequence }) =>
    eventKeys.resourceEvent(brandId, resourceId, sequence),
  );
  return (await getItems(copies)).every((copy) => copy !== undefined);
}

/**
 * Copies the events of the newest segments that have no copies. After a restore of the table, the new stream does not contain the segments that were
 * recorded just before the restored time.
 */
export async function copyNewestEvents(brandId: string): Promise<void> {
  const missing: Change[] = [];
  let copied = 0;
  for await (const after of newestSegments(brandId)) {
    const change = { sequenceNumber: '', before: undefined, after };
    const [segment] = newSegments([change]);
    if (segment === undefined) continue;
    copied = (await isCopied(segment)) ? copied + 1 : 0;
    if (copied === 0) missing.push(change);
    if (copied === pagesOfBatch) break;
  }
  await indexEvents(missing.toReversed());
}

/** Returns the erasures whose events are new in the feed. Index the events first: an erasure finds earlier events by their copies. */
export const recordedErasures = (changes: readonly Change[]) =>
  newSegments(changes).flatMap(({ brandId, events }) =>
    events
      .filter(({ type }) => type.endsWith('.personal_data_erased'))
      .map(({ data }) => ({ brandId, id: String(data.id) })),
  );
