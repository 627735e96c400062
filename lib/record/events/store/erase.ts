// Erases the personal data of the events of a resource, in their segments and in their copies.
import { isDeepStrictEqual } from 'node:util';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { type Erased, eraseData } from '#lib/record/events/rules/commitment.ts';
import { erasedContent } from '#lib/record/events/rules/erased-event.ts';
import { eventsIn, type RecordedEvent, segmentOf, storedSegment } from '#lib/record/events/rules/segment.ts';
import { findSegmentOf, readResourceEventsAfter } from './segments.ts';

type ErasureReference = Pick<Erased, 'at' | 'for'>;
type Erase = (event: RecordedEvent) => RecordedEvent;

const contentOf = ({ data, changes }: RecordedEvent) => ({ data, changes });

/** Returns the same event if nothing is left to erase. */
function erase(event: RecordedEvent, erasure: ErasureReference): RecordedEvent {
  const content = erasedContent(event);
  return isDeepStrictEqual(content, contentOf(event)) ? event : eraseData(event, content, erasure);
}

const attempts = 8;

/** Other erasures can rewrite the same segment at the same time. */
async function rewrite(read: () => Promise<Item | undefined>, change: Erase): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const item = await read();
    if (item === undefined) return;
    const segment = storedSegment.parse(item);
    const events = eventsIn(segment);
    const changed = events.map(change);
    if (changed.every((event, index) => event === events[index])) return;
    const { isRefused } = await updateOrGetExisting({
      Key: keyIn(item),
      ...toUpdateInput({
        set: { events: segmentOf(changed).events },
        condition: '#events = :was',
        values: { was: segment.events },
      }),
    });
    if (!isRefused) return;
  }
  throw unavailable(new Error('The segment of events changed on every attempt'));
}

const keyIn = ({ pk, sk }: Item): Key & Item => ({ pk: String(pk), sk: String(sk) });

const eventsPerQuery = 100;

/** Rewrites the segment first, because the copies lead to the segments: a repeated run finds what is left. */
export async function eraseEvents(
  brandId: string,
  resourceId: string,
  erasure: ErasureReference,
): Promise<void> {
  const change: Erase = (event) => (event.resourceId === resourceId ? erase(event, erasure) : event);
  let sequence = 0;
  for (;;) {
    const events = await readResourceEventsAfter(brandId, resourceId, sequence, eventsPerQuery);
    for (const event of events) {
      if (change(event) === event) continue;
      await rewrite(() => findSegmentOf(brandId, event.sequence), change);
      await rewrite(() => getItem(eventKeys.resourceEvent(brandId, resourceId, event.sequence)), change);
    }
    const last = events.at(-1);
    if (last === undefined) return;
    sequence = last.sequence;
  }
}
