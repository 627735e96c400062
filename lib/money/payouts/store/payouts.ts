// Reads and updates payouts.

import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { applyPayoutChanges } from '#lib/money/payouts/rules/payout.ts';
import { startReopening } from '#lib/money/payouts/rules/reopen.ts';
import type { PayoutChanges, PayoutFilters } from '#lib/money/payouts/schema/endpoints.ts';
import { type Payout, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { changePayoutDecision, payoutKey } from '#lib/money/payouts/writes.ts';

/** Uses BatchGetItem, which the IAM role of every authenticated endpoint already allows. */
export async function findPayout(brandId: string, id: string): Promise<Payout | undefined> {
  const [found] = await getItems([payoutKey(brandId, id)]);
  return found === undefined ? undefined : storedPayout.parse(found);
}

export async function getPayout(brandId: string, id: string): Promise<Payout> {
  const found = await findPayout(brandId, id);
  if (found === undefined) throw notFound('payout');
  return found;
}

export const updatePayout = (
  brandId: string,
  id: string,
  changes: PayoutChanges,
  now: Date,
): Promise<Payout> =>
  retryOnConflict(async () => {
    const before = await getPayout(brandId, id);
    const after = applyPayoutChanges(before, changes, now);
    if (after === before) return before;
    await transact(changePayoutDecision(before, after));
    return getPayout(brandId, id);
  });

const parse = (found: Item): Payout => storedPayout.parse(found);

/** A request that another attempt has continued returns the payout as it is now. */
export async function reopenPayout(
  { brandId, id, reason }: { readonly brandId: string; readonly id: string; readonly reason: string },
  attempt: Attempt,
): Promise<Payout> {
  if (attempt.done.has(0)) return getPayout(brandId, id);
  return retryOnConflict(async () => {
    const before = await getPayout(brandId, id);
    const after = startReopening(before, reason, attempt.begunAt);
    if (after === before) return before;
    await transact([...attempt.markDone([0]), ...changePayoutDecision(before, after)]);
    return { ...after, revision: before.revision + 1 };
  });
}

export const listPayouts = (brandId: string, { status }: PayoutFilters, page: PageRequest) =>
  readList(
    { queries: statusQueries(brandId, 'payout', status), kind: 'payout' },
    page,
    parse,
    totalOf(brandId, 'payouts', status),
  );
