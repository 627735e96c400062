// Many commissions in one request, each approved or refused on its own.
import { eachOnItsOwn } from '#lib/shared/each.ts';
import { approveCommission } from './store.ts';

/** The outcome of each, in the order of the ids. */
export const approveCommissions = (brandId: string, ids: readonly string[], userId: string, now: Date) =>
  eachOnItsOwn(
    ids,
    (id) => id,
    (id) => approveCommission(brandId, id, userId, now),
  );
