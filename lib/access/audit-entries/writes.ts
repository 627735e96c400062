// Builds the write of an entry of the audit trail, for the transaction of what it records.

import type { EntryType } from '#lib/foundation/contract/event-types.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { redeliveryDays } from '#lib/foundation/shared/retention.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import type { Put, Write } from '#lib/foundation/table/writes/write.ts';

const lifetimeSeconds = redeliveryDays * secondsPerDay;

interface Entry {
  readonly brandId: string;
  readonly type: EntryType;
  readonly resourceId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Entries with the same id are recorded once. */
  readonly id?: string;
}

export const recordEntry = ({ brandId, type, resourceId, data, id }: Entry, now: Date): Write => ({
  kind: 'put',
  item: {
    ...eventKeys.auditEntry(brandId, id ?? newId('event', now)),
    entryType: type,
    resourceId,
    data,
    expiresAt: epochSeconds(addSeconds(now, lifetimeSeconds)),
  },
});

/** The audit trail shows an address for this time. */
const addressSeconds = 30 * secondsPerDay;

interface RequestAddress {
  readonly brandId: string;
  readonly requestId: string;
  readonly address: string;
}

export const recordAddress = ({ brandId, requestId, address }: RequestAddress, now: Date): Put => ({
  kind: 'put',
  item: {
    ...eventKeys.requestAddress(brandId, requestId),
    address,
    expiresAt: epochSeconds(addSeconds(now, addressSeconds)),
  },
});
