// Records the changes of the table's stream as events, exactly once and in an order that agrees with the history of each item.

import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { type Included, readProgress } from '#lib/foundation/streams/exactly-once.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import {
  type EventOf,
  isRecorded,
  type NewEvent,
  recordedItemOf,
} from '#lib/record/events/rules/new-event.ts';
import { type Head, segmentOf, sequenced } from '#lib/record/events/rules/segment.ts';
import { readNewEvents } from './new-events.ts';
import { readHead } from './segments.ts';

/** The audit trail shows the events of 400 days. */
export const retentionSeconds = 400 * secondsPerDay;

export const maxEventsPerSegment = 100;
/** Far below DynamoDB's limit of 400 KB per item, because a change has two images, and its event two representations. */
const maxBytesPerSegment = 200_000;

/** Returns at least one change. */
function firstSegmentOf(changes: readonly Change[]): readonly Change[] {
  let bytes = 0;
  const end = changes.findIndex((change, index) => {
    bytes += JSON.stringify(change).length;
    return index > 0 && (index === maxEventsPerSegment || bytes > maxBytesPerSegment);
  });
  return end === -1 ? changes : changes.slice(0, end);
}

/** Conflicts are frequent, because all shards write segments of the same brand. */
const maxAttempts = 30;
const concurrentBrands = 10;

/** Refused if another worker has recorded events of the brand since the head was read. */
async function writeSegment(
  brandId: string,
  events: readonly NewEvent[],
  head: Head,
  included: Included,
): Promise<Head> {
  const segment = segmentOf(sequenced(brandId, events, head));
  const existing = await putOrGetExisting(
    {
      ...eventKeys.eventSegment(brandId, head.sequence + 1),
      type: 'eventSegment',
      brandId,
      ...segment,
      included,
      expiresAt: epochSeconds(addSeconds(now(), retentionSeconds)),
    },
    { condition: 'attribute_not_exists(#pk)' },
  );
  if (existing !== undefined) throw staleWrite();
  return segment;
}

async function recordOfBrand(
  shardId: string,
  brandId: string,
  changes: readonly Change[],
  eventOf: EventOf,
): Promise<void> {
  const { included, ...newest } = await readHead(brandId);
  const progress = await readProgress(shardId, [included]);
  let head: Head = newest;
  let remaining = progress.newChanges(included, changes);
  while (remaining.length > 0) {
    const ofSegment = firstSegmentOf(remaining);
    const events = await readNewEvents(brandId, ofSegment, eventOf);
    const last = ofSegment.at(-1);
    if (events.length > 0 && last !== undefined)
      head = await writeSegment(brandId, events, head, progress.include(included, last));
    remaining = remaining.slice(ofSegment.length);
  }
}

/** The newest segment of a brand says which changes are recorded, so a repeated batch records only what is missing. */
export async function recordEvents(
  shardId: string,
  changes: readonly Change[],
  eventOf: EventOf,
): Promise<void> {
  const byBrand = Map.groupBy(changes.filter(isRecorded), (change) => recordedItemOf(change)?.brandId);
  await forEachConcurrently(byBrand, concurrentBrands, async ([brandId, ofBrand]) => {
    if (brandId === undefined) return;
    await retryOnConflict(() => recordOfBrand(shardId, brandId, ofBrand, eventOf), maxAttempts);
  });
}
