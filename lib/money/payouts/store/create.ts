// Creates payouts, one at a time for each brand. docs/decisions/0033
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { allSettledOrThrow } from '#lib/foundation/shared/concurrency.ts';
import { unknownReference } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { startOf } from '#lib/foundation/shared/time-ranges.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { sortKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { firstWork, payoutInProgress, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import { isUnsettled } from '#lib/money/payouts/rules/statuses.ts';
import type { PayoutInput } from '#lib/money/payouts/schema/endpoints.ts';
import type { EmptyReason } from '#lib/money/payouts/schema/payout.ts';
import { type Payout, storedNewestPayout, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { addPayout, payoutKey, pointToNewestPayout } from '#lib/money/payouts/writes.ts';
import { getPayout } from './payouts.ts';
import { findEmptyReason } from './preview.ts';

export const newPayout = (
  { affiliateIds, excludeAffiliateIds, earnedBefore, minimum, ...options }: PayoutInput,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Payout => ({
  id: idForPart('payout', 0),
  brandId: brand.id,
  status: 'preparing',
  currency: brand.currency,
  ...zeroTotals,
  paidCount: 0,
  failedCount: 0,
  minimum: minimum === undefined ? brand.payoutMinimum : toMinor(minimum, brand.currency, 'minimum'),
  affiliateIds: affiliateIds ?? null,
  excludeAffiliateIds: excludeAffiliateIds ?? null,
  earnedBefore: earnedBefore === undefined ? null : startOf(earnedBefore, brand.timezone).toISOString(),
  includeBanned: options.includeBanned ?? false,
  paymentMethod: options.paymentMethod ?? null,
  reference: null,
  createdAt: begunAt.toISOString(),
  paidAt: null,
  canceledAt: null,
  reopenedAt: null,
  reopenReason: null,
  emptyReason: null,
  isFinal: false,
  batches: 0,
  work: firstWork,
  revision: 0,
});

/** Throws a 400 that names the first creator that does not exist. */
export async function checkAffiliatesExist({ brandId, ...payout }: Payout): Promise<void> {
  const named = (['affiliateIds', 'excludeAffiliateIds'] as const).flatMap((field) =>
    (payout[field] ?? []).map((id, index) => ({ id, path: `${field}.${index}` })),
  );
  if (named.length === 0) return;
  const found = await getItems(named.map(({ id }) => keys.item(brandId, 'affiliate', id)));
  const unknown = named.find((_, index) => found[index] === undefined);
  if (unknown !== undefined) throw unknownReference(unknown.path, 'affiliate');
}

async function findNewestId(brandId: string): Promise<string | undefined> {
  const [pointer] = await getItems([keys.newestPayout(brandId)]);
  return pointer === undefined ? undefined : storedNewestPayout.parse(pointer).payoutId;
}

const maxListed = 25;

/** Only the newest payout can be in preparation, but older ones can release commissions. */
async function findReleasingIds(brandId: string): Promise<readonly string[]> {
  const pages = (['canceling', 'updating'] as const).map((status) =>
    readPageAfter(listQueryFor(brandId, 'payout', { status }), null, maxListed),
  );
  return (await allSettledOrThrow(pages)).flatMap(({ items }) => items.map((item) => String(item[sortKey])));
}

/** Returns the id of the newest payout. Throws a 409 while a payout claims or releases commissions. */
async function checkAllSettled(brandId: string): Promise<string | undefined> {
  const [newestId, releasing] = await Promise.all([findNewestId(brandId), findReleasingIds(brandId)]);
  const ids = [...new Set([...(newestId === undefined ? [] : [newestId]), ...releasing])];
  if (ids.length === 0) return undefined;
  const found = await getItems(ids.map((id) => payoutKey(brandId, id)));
  // The pointer and its payout are written in one transaction, of which a read can see only a part for some moments.
  if (newestId !== undefined && found[0] === undefined) throw staleWrite();
  const payouts = found.flatMap((item) => (item === undefined ? [] : [storedPayout.parse(item)]));
  const unsettled = payouts.find(isUnsettled);
  if (unsettled !== undefined) throw payoutInProgress(unsettled);
  return newestId;
}

/**
 * Creates the payout, or returns the payout that an earlier attempt at this request created. Creates nothing and returns the reason
 * if nothing is payable. docs/decisions/0033
 */
export async function createPayoutOnce(
  payout: Payout,
  attempt: Attempt,
): Promise<Payout | { readonly emptyReason: EmptyReason }> {
  const { brandId, id } = payout;
  if (attempt.done.has(0)) return getPayout(brandId, id);
  return retryOnConflict(async () => {
    const [, newestId] = await allSettledOrThrow([checkAffiliatesExist(payout), checkAllSettled(brandId)]);
    // A payout that claims commissions after this check replaces the newest one, and the transaction below is refused.
    const emptyReason = await findEmptyReason(payout);
    if (emptyReason !== null) return { emptyReason };
    await transact([...attempt.markDone([0]), ...addPayout(payout), pointToNewestPayout(payout, newestId)]);
    return payout;
  });
}
