// Reads the events of one resource in pages.
import { isInFeed } from '#lib/record/events/rules/audience.ts';
import { readResourceEvents } from './segments.ts';

/** `after` is the sequence number of the last event, and null on the last page. */
export async function readResourceEventsPage(
  { brandId, id }: { readonly brandId: string; readonly id: string },
  after: string | null,
  limit: number,
) {
  const { events, isLast } = await readResourceEvents(brandId, id, Number(after ?? 0), limit);
  const shown = events.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = events.length > limit || !isLast;
  return {
    items: shown.filter(isInFeed),
    after: hasMore && last !== undefined ? String(last.sequence) : null,
  };
}
