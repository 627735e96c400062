// Many commissions in one request, each approved or refused on its own.

import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { settleEach } from '#lib/shared/each.ts';
import { approveCommission } from './commissions.ts';

/** The outcome of each, in the order of the ids. */
export const approveCommissions = (
  brandId: string,
  ids: readonly string[],
  by: { readonly userId: string; readonly now: Date; readonly attempt: Attempt },
) =>
  settleEach(
    ids,
    (id) => id,
    (id) => approveCommission(brandId, id, by.userId, by.now),
    by.attempt,
  );
