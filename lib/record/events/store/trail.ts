// Reads pages of the audit trail, newest entries first.

import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import {
  type CursorContext,
  decodeCursor,
  encodeCursor,
  type ListDefinition,
} from '#lib/foundation/table/cursors.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { matchesType } from '#lib/record/events/rules/type-patterns.ts';
import type { TrailQuery } from '#lib/record/events/schema/queries.ts';
import { availableRange, sequenceBefore } from './feed.ts';
import { partitionOf, readEventsBefore } from './trail-segments.ts';

export const trailDays = 400;

/** Bounds the cost of a request whose filters match few entries. */
const maxReadsPerRequest = 10;

interface Request extends TrailQuery, CursorContext {
  readonly timezone: string;
}

interface TrailPage {
  readonly items: readonly RecordedEvent[];
  readonly cursor: string | null;
}

const definitionOf = (brandId: string, request: Request): ListDefinition => {
  const { type, actorId, resourceId, createdFrom, createdTo, timezone } = request;
  return {
    queries: [{ partition: partitionOf(brandId, request) }],
    selection: JSON.stringify([type, actorId, resourceId, createdFrom, createdTo, timezone]),
  };
};

export async function readTrail(brandId: string, request: Request, now: Date): Promise<TrailPage> {
  const { type: patterns, actorId, limit, cursor } = request;
  const definition = definitionOf(brandId, request);
  const { from, before: end } = availableRange(request, addSeconds(now, -trailDays * secondsPerDay));
  const isWanted = ({ type, actor }: RecordedEvent) =>
    (patterns === undefined || matchesType(patterns, type)) &&
    (actorId === undefined || actor.id === actorId);
  const cursorAt = (before: number | undefined) =>
    before === undefined ? null : encodeCursor({ after: String(before) }, definition, request);

  const items: RecordedEvent[] = [];
  let before =
    cursor === undefined
      ? end && (await sequenceBefore(brandId, end)) + 1
      : Number(decodeCursor(cursor, definition, request).after);
  for (let reads = 0; reads < maxReadsPerRequest; reads += 1) {
    const events = await readEventsBefore(brandId, request, before, limit);
    if (events.length === 0) return { items, cursor: null };
    for (const event of events) {
      if (new Date(event.createdAt) < from) return { items, cursor: null };
      if (items.length === limit) return { items, cursor: cursorAt(before) };
      if (isWanted(event)) items.push(event);
      before = event.sequence;
    }
  }
  return { items, cursor: cursorAt(before) };
}
