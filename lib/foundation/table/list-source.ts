// Converts a request for a page of a list to a range of sort keys.
import { type IdKind, idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { encodedTimeAt } from '#lib/foundation/shared/ids.ts';
import { requestedRange, type TimeRange } from '#lib/foundation/shared/time-ranges.ts';
import { idAtEvent } from '#lib/foundation/table/keys/list-keys.ts';
import type { CursorContext } from './cursors.ts';
import type { ListQuery, Range } from './list-query.ts';

export interface PageRequest extends CursorContext {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  /** The time zone of days. */
  readonly timezone: string;
}

/** Throws a 400 if the range is empty. */
export const createdRange = ({ createdFrom, createdTo, timezone }: PageRequest): TimeRange =>
  requestedRange(['createdFrom', createdFrom], ['createdTo', createdTo], timezone);

export interface ListSource {
  /** The partitions, which have no item in common. Cursors contain them. */
  readonly queries: readonly ListQuery[];
  /** The sort keys are ids of this kind. */
  readonly kind: IdKind;
  /** The sort keys begin with the time of an event, and the list has the events in this range. */
  readonly events?: TimeRange;
}

const rangeOf = ({ events }: ListSource, request: PageRequest): TimeRange => events ?? createdRange(request);

/** The id of the item that an entry of the list refers to. */
export const idInSortKey = ({ kind, events }: ListSource, sortKey: string): string =>
  events === undefined ? sortKey : idAtEvent(kind, sortKey);

/** A text without the random part of an id is lower than every id of the same time. */
function rangeWith(prefix: string, { from, before }: TimeRange): Range {
  const lowestAt = (at: Date) => `${prefix}${encodedTimeAt(at)}`;
  return {
    ...(from !== undefined && { from: lowestAt(from) }),
    ...(before !== undefined && { before: lowestAt(before) }),
  };
}

/** An id begins with the time of its creation. */
export const timeRangeOfIds = (kind: IdKind, range: TimeRange): Range =>
  rangeWith(`${idKinds[kind].prefix}_`, range);

export const timeRangeOfEvents = (range: TimeRange): Range => rangeWith('', range);

export function sortKeyRange(source: ListSource, request: PageRequest, after?: string): Range {
  const times = rangeOf(source, request);
  const range = source.events === undefined ? timeRangeOfIds(source.kind, times) : timeRangeOfEvents(times);
  if (after === undefined) return range;
  if (request.order === 'desc') return { ...range, before: after };
  const { from: _, ...end } = range;
  return { ...end, after };
}

function selectionOf(source: ListSource, request: PageRequest): string {
  const { from, before } = rangeOf(source, request);
  return from === undefined && before === undefined && request.order === 'desc'
    ? ''
    : `${request.order} ${from?.getTime() ?? ''} ${before?.getTime() ?? ''}`;
}

export const listDefinition = (source: ListSource, request: PageRequest) => ({
  queries: source.queries,
  selection: selectionOf(source, request),
});
