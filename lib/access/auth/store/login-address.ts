// Stores the address of a login, for brands whose audit trail shows it.
import { recordAddress } from '#lib/access/audit-entries/writes.ts';
import { currentActor } from '#lib/foundation/shared/actor.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

/** The trail finds the address by the id of the request. */
export function addressWrites(brandId: string, address: string | undefined, now: Date): readonly Write[] {
  const { requestId } = currentActor();
  return address === undefined || requestId === undefined
    ? []
    : [recordAddress({ brandId, requestId, address }, now)];
}
