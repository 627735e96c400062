// Declares the items that this domain stores.
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { storedAuditEntry } from './schema.ts';

export const auditEntryItems = {
  auditEntry: {
    description: 'Login, failed login or command of the operator, before it becomes an event',
    example: eventKeys.auditEntry(sample.brand, 'evt_01'),
    personal: 'U: ids, keyed hash of the IP address',
    kept: '15 days',
    restore: 'kept',
    events: recorded({
      schema: storedAuditEntry,
      present: ({ data }) => data,
      resourceIdOf: ({ resourceId }) => String(resourceId),
      created: ({ entryType }) => entryType,
      changed: () => undefined,
    }),
  },
  requestAddress: {
    description: 'IP address of a request, if the brand has chosen `auditAddresses: clear`',
    example: eventKeys.requestAddress(sample.brand, 'req_01'),
    personal: 'U: IP address',
    kept: '30 days',
    restore: 'kept',
  },
} satisfies StoredItems;
