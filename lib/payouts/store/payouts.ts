// Reads and updates payouts.

import { applyPayoutChanges } from '#lib/payouts/rules/payout.ts';
import type { PayoutChanges, PayoutFilters } from '#lib/payouts/schema/endpoints.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { changePayoutDecision, payoutKey } from '#lib/payouts/writes.ts';
import { notFound } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import { totalOf } from '#lib/table/counters.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { statusQueries } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';

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

export const listPayouts = (brandId: string, { status }: PayoutFilters, page: PageRequest) =>
  readList(
    { queries: statusQueries(brandId, 'payout', status), kind: 'payout' },
    page,
    parse,
    totalOf(brandId, 'payouts', status),
  );
