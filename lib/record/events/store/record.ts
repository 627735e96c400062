// Records the changes of the table's stream as events, exactly once and in an order that agrees with the history of each item.

import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { positionOf } from '#lib/foundation/streams/checkpoint.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { takeWithin } from '#lib/foundation/table/writes/transaction-size.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { type EventOf, isRecorded, recordedItemOf } from '#lib/record/events/rules/new-event.ts';
import { type Head, segmentOf, sequenced } from '#lib/record/events/rules/segment.ts';
import { readBatch, startBatch } from './batches.ts';
import { readNewEvents } from './new-events.ts';
import { readHead, readRecordedSince } from './segments.ts';

/** The audit trail shows the events of 400 days. */
export const retentionSeconds = 400 * secondsPerDay;

export const maxEventsPerSegment = 100;
/** Far below DynamoDB's limit of 400 KB per item, because a change has two images, and its event two representations. */
const maxBytesPerSegment = 200_000;

/** Conflicts are frequent, because all shards write segments of the same brand. */
const maxAttempts = 30;
const concurrentBrands = 10;

interface BrandChange {
  readonly brandId: string;
  readonly position: string;
  readonly change: Change;
}

interface Run {
  readonly shardId: string;
  readonly eventOf: EventOf;
}

/** The newest event of a brand, and the position of the last change of the shard that is recorded. */
interface Recorded {
  readonly head: Head;
  readonly position: string;
}

const brandChangesIn = (changes: readonly Change[]): readonly BrandChange[] =>
  changes.filter(isRecorded).flatMap((change) => {
    const brandId = recordedItemOf(change)?.brandId;
    return brandId === undefined ? [] : [{ brandId, position: positionOf(change.sequenceNumber), change }];
  });

const firstSegmentOf = (changes: readonly BrandChange[]): readonly BrandChange[] =>
  takeWithin(
    changes.slice(0, maxEventsPerSegment),
    maxBytesPerSegment,
    ({ change }) => JSON.stringify(change).length,
  );

/** Refused if another worker has recorded events of the brand since the head was read. */
async function writeSegment(
  { shardId, eventOf }: Run,
  brandId: string,
  changes: readonly BrandChange[],
  { head, position: before }: Recorded,
): Promise<Recorded> {
  const position = changes.at(-1)?.position ?? before;
  const events = await readNewEvents(
    brandId,
    changes.map(({ change }) => change),
    eventOf,
  );
  if (events.length === 0) return { head, position };
  const segment = segmentOf(sequenced(brandId, events, head));
  const existing = await putOrGetExisting(
    {
      ...eventKeys.eventSegment(brandId, head.sequence + 1),
      type: 'eventSegment',
      brandId,
      ...segment,
      shardId,
      position,
      expiresAt: epochSeconds(addSeconds(now(), retentionSeconds)),
    },
    { condition: 'attribute_not_exists(#pk)' },
  );
  if (existing !== undefined) throw staleWrite();
  return { head: segment, position };
}

async function writeSegments(run: Run, changes: readonly BrandChange[], start: Recorded): Promise<void> {
  let recorded = start;
  let remaining = changes.filter(({ position }) => position > start.position);
  while (remaining.length > 0) {
    const onSegment = firstSegmentOf(remaining);
    recorded = await writeSegment(run, onSegment[0]?.brandId ?? '', onSegment, recorded);
    remaining = remaining.slice(onSegment.length);
  }
}

const byBrand = (changes: readonly BrandChange[]) => Map.groupBy(changes, ({ brandId }) => brandId);

async function readHeads(changes: readonly BrandChange[]): Promise<ReadonlyMap<string, Head>> {
  const heads = new Map<string, Head>();
  await forEachConcurrently(byBrand(changes).keys(), concurrentBrands, async (brandId) => {
    heads.set(brandId, await readHead(brandId));
  });
  return heads;
}

/** Records the changes that an earlier run may have recorded in part. If there are none, starts the batch of the others. */
async function recordNext(run: Run, changes: readonly BrandChange[]): Promise<readonly BrandChange[]> {
  const { shardId } = run;
  const batch = await readBatch(shardId);
  const remaining = changes.filter(({ position }) => position > batch.position);
  const repeated = remaining.filter(({ position }) => position <= batch.to);
  const last = remaining.at(-1);
  if (last === undefined) return [];
  const isNew = repeated.length === 0;
  const heads = isNew ? await readHeads(remaining) : undefined;
  if (heads !== undefined) await startBatch(shardId, batch, last.position, heads);
  const selected = isNew ? remaining : repeated;
  await forEachConcurrently(byBrand(selected), concurrentBrands, ([brandId, ofBrand]) =>
    retryOnConflict(async (attempt) => {
      const head = heads?.get(brandId);
      const since = head?.sequence ?? batch.heads[brandId] ?? 0;
      const isFirst = attempt === 0 && head !== undefined;
      const recorded = isFirst ? { head, position: '' } : await readRecordedSince(brandId, since, shardId);
      await writeSegments(run, ofBrand, recorded);
    }, maxAttempts),
  );
  return remaining.slice(selected.length);
}

/** A segment contains the position of its last change, so a repeated batch finds what is recorded in the segments since its first run. */
export async function recordEvents(
  shardId: string,
  changes: readonly Change[],
  eventOf: EventOf,
): Promise<void> {
  let remaining = brandChangesIn(changes);
  while (remaining.length > 0) {
    const next = remaining;
    remaining = await retryOnConflict(() => recordNext({ shardId, eventOf }, next), maxAttempts);
  }
}
