// Reads the nonces of events.
import { eventsIn, sequenceIn, storedPage } from '#lib/events/rules/page.ts';
import { getItems } from '#lib/table/client.ts';
import { eventKeys } from '#lib/table/keys/event-keys.ts';

interface EventReference {
  readonly resourceId: string;
  readonly eventId: string;
}

/** Reads the copies beside the resources, because one call finds many of them. Undefined for an event that is erased or has expired. */
export async function readNonces(
  brandId: string,
  references: readonly EventReference[],
): Promise<readonly (string | undefined)[]> {
  const copies = await getItems(
    references.map(({ resourceId, eventId }) =>
      eventKeys.resourceEvent(brandId, resourceId, sequenceIn(eventId)),
    ),
  );
  return copies.map((copy) => (copy === undefined ? undefined : eventsIn(storedPage.parse(copy))[0]?.nonce));
}
