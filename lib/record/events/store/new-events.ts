// Turns changes of the table's stream into events.
import { storedBrand } from '#lib/access/brands/schema.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { erasedContent, isErasedSince } from '#lib/record/events/rules/erased-event.ts';
import { type EventOf, itemOf, type NewEvent } from '#lib/record/events/rules/new-event.ts';

/** The totals of a hot item are in other items, so they are those of the time of recording. */
const complete = async ({ after, ...change }: Change): Promise<Change> => ({
  ...change,
  after: after === undefined ? undefined : await withSpreadTotals(after),
});

const itemsPerChange = 3;

const noteKeyOf = (brandId: string, { before, after }: Change) =>
  after === undefined && before !== undefined
    ? eventKeys.deletionNote(brandId, String(before.sk))
    : undefined;

/** The reason of a commission can be personal data of the customer, whom only the order names. Other items have no reason. */
function orderKeyOf(brandId: string, change: Change): Key | undefined {
  const { conversionId } = itemOf(change);
  const reason = change.after?.reason ?? change.before?.reason;
  return typeof reason === 'string' && typeof conversionId === 'string'
    ? keys.item(brandId, 'conversion', conversionId)
    : undefined;
}

/** Reads the current items, because a change can be recorded after the personal data of its item was erased. */
const currentKeyOf = (change: Change): Key => {
  const { pk, sk } = itemOf(change);
  return { pk: String(pk), sk: String(sk) };
};

/** Some changes are no events. */
export async function readNewEvents(
  brandId: string,
  changes: readonly Change[],
  eventOf: EventOf,
): Promise<readonly NewEvent[]> {
  const wanted = changes.flatMap((change) => [
    noteKeyOf(brandId, change),
    orderKeyOf(brandId, change),
    currentKeyOf(change),
  ]);
  const [brandItem, ...found] = await getItems([
    keys.brand(brandId),
    ...wanted.map((key) => key ?? keys.brand(brandId)),
  ]);
  const related = wanted.map((key, index) => (key === undefined ? undefined : found[index]));
  const brand = storedBrand.parse(brandItem);
  const events: NewEvent[] = [];
  for (const [index, change] of changes.entries()) {
    const [note, order, current] = related.slice(index * itemsPerChange, (index + 1) * itemsPerChange);
    const event = eventOf(await complete(change), brand, { note, order });
    if (event === undefined) continue;
    events.push(isErasedSince(change, current) ? { ...event, ...erasedContent(event) } : event);
  }
  return events;
}
