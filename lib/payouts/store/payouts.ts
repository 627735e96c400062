// Reads, creates and updates payouts.
import type { Brand } from '#lib/brands/schema.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { applyPayoutChanges, zeroTotals } from '#lib/payouts/rules/payout.ts';
import type { PayoutChanges, PayoutInput, PayoutStatus } from '#lib/payouts/schema/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { addPayout, changePayoutDecision, payoutKey } from '#lib/payouts/writes.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { idNotFound } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';

export const newPayout = (
  { affiliateIds, minimum = 0 }: PayoutInput,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Payout => ({
  id: idForPart('payout', 0),
  brandId: brand.id,
  status: 'preparing',
  currency: brand.currency,
  ...zeroTotals,
  minimum: toMinor(minimum, brand.currency, 'minimum'),
  affiliateIds: affiliateIds ?? null,
  reference: null,
  createdAt: begunAt.toISOString(),
  paidAt: null,
  canceledAt: null,
  isFinal: false,
  batches: 0,
  work: { phase: 'gather', position: { place: 0, after: null }, claimed: zeroTotals },
  revision: 0,
});

/** Throws a 400 that names the first creator that does not exist. */
export async function checkAffiliatesExist({ brandId, affiliateIds }: Payout): Promise<void> {
  if (affiliateIds === null) return;
  const found = await getItems(affiliateIds.map((id) => keys.item(brandId, 'affiliate', id)));
  const unknown = found.indexOf(undefined);
  if (unknown >= 0) throw invalidField(`affiliateIds.${unknown}`, 'Affiliate not found');
}

/** Creates the payout, or returns the payout that an earlier attempt at this request created. docs/decisions/0033 */
export async function createPayoutOnce(payout: Payout, attempt: Attempt): Promise<Payout> {
  if (attempt.done.has(0)) return getPayout(payout.brandId, payout.id);
  await transact([...attempt.markDone([0]), ...addPayout(payout)]);
  return payout;
}

/** Uses BatchGetItem, which the IAM role of every authenticated endpoint already allows. */
export async function findPayout(brandId: string, id: string): Promise<Payout | undefined> {
  const [found] = await getItems([payoutKey(brandId, id)]);
  return found === undefined ? undefined : storedPayout.parse(found);
}

export async function getPayout(brandId: string, id: string): Promise<Payout> {
  const found = await findPayout(brandId, id);
  if (found === undefined) throw idNotFound('payout');
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

export function listPayouts(
  brandId: string,
  { status }: { status?: PayoutStatus | undefined },
  page: PageRequest,
) {
  const source = listQueryFor(brandId, 'payout', { status });
  return readList(source, page, parse, { scope: brandId, counter: 'payouts', field: status ?? 'total' });
}
