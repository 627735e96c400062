// Declares the items that this domain stores.
import { type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const trackingItems = {
  visit: {
    description: 'Visit: the clicks of one address or reported visitor on one tracking code on one day',
    example: keys.visit(sample.brand, sample.day, '7ABCDEFGHJKM'),
    personal: 'V: salted hash of the address, country, device, referring host',
    kept: '90 days (`clickRetentionDays`)',
    restore: 'kept',
  },
  overflowVisit: {
    description: 'Click of a visit that is full',
    example: keys.overflowVisit(sample.brand, sample.day, '7ABCDEFGHJKM', '0001'),
    personal: 'V: the same',
    kept: '90 days (`clickRetentionDays`)',
    restore: 'kept',
  },
  visitorSalt: {
    description: 'Salt for the visitor hashes of one day',
    example: keys.visitorSalt(sample.brand, sample.day),
    personal: 'V: without it, a hash leads to nobody',
    kept: '2 days after its day',
    restore: 'kept',
  },
} satisfies StoredItems;
