// Converts a request for a page of a list to a range of sort keys.
import { type IdKind, idKinds } from '#lib/shared/id-kinds.ts';
import { encodedTimeAt } from '#lib/shared/ids.ts';
import { requestedRange, type TimeRange } from '#lib/shared/time-ranges.ts';
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
  /** The partitions, which have no item in common. */
  readonly queries: readonly ListQuery[];
  /** The sort keys are ids of this kind. */
  readonly kind: IdKind;
}

/** An id begins with the time of its creation. A text without the random part is lower than every id of the same time. */
export function sortKeyRange({ kind }: ListSource, request: PageRequest, after?: string): Range {
  const lowestIdAt = (at: Date) => `${idKinds[kind].prefix}_${encodedTimeAt(at)}`;
  const { from, before } = createdRange(request);
  const range: Range = {
    ...(from !== undefined && { from: lowestIdAt(from) }),
    ...(before !== undefined && { before: lowestIdAt(before) }),
  };
  if (after === undefined) return range;
  if (request.order === 'desc') return { ...range, before: after };
  const { from: _, ...end } = range;
  return { ...end, after };
}

function selectionOf(request: PageRequest): string {
  const { from, before } = createdRange(request);
  return from === undefined && before === undefined && request.order === 'desc'
    ? ''
    : `${request.order} ${from?.getTime() ?? ''} ${before?.getTime() ?? ''}`;
}

export const cursorScope = ({ queries }: ListSource, request: PageRequest) => ({
  queries,
  selection: selectionOf(request),
});
