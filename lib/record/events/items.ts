// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';

export const eventsItems = {
  eventSegment: {
    description: 'Segment of events and of the audit trail',
    example: eventKeys.eventSegment(sample.brand, 1),
    personal: 'C, K, U: the representation of the changed item; K: salted hash of the customer id',
    kept: '400 days; 90 days in the feed',
    erasure: 'the fields of the item are replaced in its events; ids and the salted hash stay as the proof',
    restore: 'kept',
  },
  resourceEvent: {
    description: 'Copy of an event beside its resource',
    example: eventKeys.resourceEvent(sample.brand, 'aff_01', 1),
    personal: 'the same',
    kept: '400 days',
    erasure: 'the same',
    restore: 'kept',
  },
  actorSegment: {
    description: 'Reference from an actor to a segment of events',
    example: eventKeys.actorSegment(sample.brand, 'usr_01', '00000001'),
    personal: 'U: id of the user',
    kept: '400 days',
    restore: 'kept',
  },
  digest: {
    description: 'Digest of the entries of the audit trail of a day',
    example: eventKeys.digest(sample.brand, 1),
    kept: '430 days',
    restore: 'kept',
  },
  deletionNote: {
    description: 'Who deleted an item',
    example: eventKeys.deletionNote(sample.brand, 'cmp_01'),
    personal: 'U: id of the user',
    kept: '15 days',
    restore: 'kept',
  },
} satisfies StoredItems;
