// Declares the items that this domain stores.

import { presentErasure } from '#lib/care/privacy/present/erasure.ts';
import { referenceTo } from '#lib/care/privacy/rules/erasure.ts';
import { storedErasure } from '#lib/care/privacy/schema/erasure.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';

export const privacyItems = {
  erasure: {
    description: 'Erasure',
    example: privacyKeys.erasure(sample.brand, 'era_01'),
    personal: 'K: customer id, unless it is an e-mail address',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays as the proof',
    restore: 'kept',
    events: recorded({
      schema: storedErasure,
      present: (erasure) => presentErasure(erasure),
      customerKeyOf: ({ customerKey }) => customerKey ?? undefined,
      hidden: ({ phase }) => phase,
      resourceIdOf: (item) => referenceTo(storedErasure.parse(item)).for,
      created: () => undefined,
      changed: (before, after) =>
        before.phase !== 'record' && after.phase === 'record'
          ? `${after.subject}.personal_data_erased`
          : undefined,
    }),
  },
  erasedPerson: {
    description: 'Newest erasure of a person',
    example: privacyKeys.erasedPerson(sample.brand, 'aff_01'),
    personal: 'C: id; K: salted hash of the customer id',
    kept: kept.untilBrandIsDeleted,
    erasure: 'stays as the proof',
    restore: 'kept',
  },
  deletedResource: {
    description: 'Deleted discount code or link of a creator',
    example: privacyKeys.deletedResource(sample.brand, 'aff_01', 'dsc_01'),
    kept: '400 days',
    restore: 'kept',
  },
} satisfies StoredItems;
