// Reads the events of one resource in pages.
import { isInFeed } from '#lib/record/events/rules/audience.ts';
import { readResourceEventsAfter } from './segments.ts';

/** `after` is the sequence number of the last event, and null on the last page. */
export async function readResourceEventsPage(
  { brandId, id }: { readonly brandId: string; readonly id: string },
  after: string | null,
  limit: number,
) {
  const found = await readResourceEventsAfter(brandId, id, Number(after ?? 0), limit);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.filter(isInFeed),
    after: found.length > limit && last !== undefined ? String(last.sequence) : null,
  };
}
