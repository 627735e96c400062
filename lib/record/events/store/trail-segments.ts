// Reads the events of a brand backwards, newest first.

import { getItems, query } from '#lib/foundation/table/client.ts';
import {
  actorEventPartition,
  eventKeys,
  eventPartition,
  resourceEventPartition,
} from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { eventsIn, type RecordedEvent, storedSegment } from '#lib/record/events/rules/segment.ts';

/** Several segments per query, because the segments of a small brand have few events. */
const segmentsPerRead = 5;

interface TrailFilter {
  readonly resourceId?: string | undefined;
  readonly actorId?: string | undefined;
}

/** Returns the partition that contains the events of a filter. The sort key of a segment, of a copy and of a reference is a sequence number. */
export const partitionOf = (brandId: string, { resourceId, actorId }: TrailFilter): string => {
  if (resourceId !== undefined) return resourceEventPartition(brandId, resourceId);
  return actorId === undefined ? eventPartition(brandId) : actorEventPartition(brandId, actorId);
};

/** A reference to a segment has the key of the segment. */
async function referredSegments(brandId: string, references: readonly Item[]): Promise<readonly Item[]> {
  const segments = await getItems(
    references.map(({ sk }) => ({ pk: eventPartition(brandId), sk: String(sk) })),
  );
  return segments.filter((segment) => segment !== undefined);
}

/** Includes events of other actors in the same segments. Returns an empty list only if there are no events before `before`. Without `before`, starts with the newest event. */
export async function readEventsBefore(
  brandId: string,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<readonly RecordedEvent[]> {
  const { resourceId, actorId } = filter;
  const range = before === undefined ? {} : { before: eventKeys.eventSegment(brandId, before).sk };
  const input = toQueryInput({ partition: partitionOf(brandId, filter) }, range);
  const { Items: items = [] } = await query({
    ...input,
    Limit: resourceId === undefined ? segmentsPerRead : limit + 1,
    ScanIndexForward: false,
  });
  const isReference = resourceId === undefined && actorId !== undefined;
  const segments = isReference ? await referredSegments(brandId, items) : items;
  return segments
    .flatMap((segment) => eventsIn(storedSegment.parse(segment)))
    .filter(({ sequence }) => before === undefined || sequence < before)
    .toSorted((one, other) => other.sequence - one.sequence);
}
