// Reads and writes of payouts, but for the steps they go on in.
import type { Brand } from '#lib/brands/schema.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { decided, nothing } from '#lib/payouts/rules/payout.ts';
import type { PayoutChanges, PayoutInput, PayoutStatus } from '#lib/payouts/schema/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { missing } from '#lib/shared/ids.ts';
import { toMinor } from '#lib/shared/money.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const payoutKey = (brandId: string, id: string) => keys.item(brandId, 'payout', id);

/** The payout that an input makes; nothing is written yet. */
export const newPayout = (
  { affiliateIds, minimum = 0 }: PayoutInput,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Payout => ({
  id: idForPart('payout', 0),
  brandId: brand.id,
  status: 'preparing',
  currency: brand.currency,
  ...nothing,
  minimum: toMinor(minimum, brand.currency, 'minimum'),
  affiliateIds: affiliateIds ?? null,
  reference: null,
  createdAt: begunAt.toISOString(),
  paidAt: null,
  canceledAt: null,
  isFinal: false,
  batches: 0,
  work: { phase: 'gather', position: { place: 0, after: null }, claimed: nothing },
  revision: 0,
});

/** A 400 that names the first creator that the brand does not have. */
export async function checkAffiliatesExist({ brandId, affiliateIds }: Payout): Promise<void> {
  if (affiliateIds === null) return;
  const found = await getItems(affiliateIds.map((id) => keys.item(brandId, 'affiliate', id)));
  const unknown = found.indexOf(undefined);
  if (unknown >= 0) throw invalidField(`affiliateIds.${unknown}`, 'Affiliate not found');
}

const indexKeysOf = ({ brandId, status }: Payout) => indexKeys.byStatus(brandId, 'payout', status);

/** The writes that add a payout. */
export const addPayout = (payout: Payout): readonly Write[] => [
  // The stream tells payouts by their type from all else.
  putNew({ ...payoutKey(payout.brandId, payout.id), type: 'payout', ...payout, ...indexKeysOf(payout) }),
  incrementCounter(payout.brandId, 'payouts', payout.id, { total: 1, [payout.status]: 1 }),
];

/**
 * Creates a payout, which goes on by itself from then on (docs/decisions/0033), unless an earlier attempt at the same
 * request has: then it is answered as it has become.
 */
export async function createPayoutOnce(payout: Payout, attempt: Attempt): Promise<Payout> {
  if (attempt.done.has(0)) return getPayout(payout.brandId, payout.id);
  await transact([...attempt.markDone([0]), ...addPayout(payout)]);
  return payout;
}

/** The writes that change a payout where it is as the guard says, and count it by its status. */
function changePayout(
  before: Payout,
  after: Payout,
  fields: Partial<Payout>,
  guard: 'revision' | 'status',
): readonly Write[] {
  const { status, work } = after;
  const all = { ...fields, status, work, ...indexKeysOf(after) };
  const change = updateExisting(
    payoutKey(after.brandId, after.id),
    {
      update: `${setAll(all)} ADD #revision :one`,
      condition: `#${guard} = :was`,
      values: { ...all, one: 1, was: before[guard] },
    },
    staleWrite,
  );
  if (before.status === status) return [change];
  return [change, incrementCounter(after.brandId, 'payouts', after.id, { [before.status]: -1, [status]: 1 })];
}

/** The writes that move a payout on by a step: refused where another worker has taken it. */
export function movePayout(before: Payout, after: Payout): readonly Write[] {
  const { amount, affiliatesCount, commissionsCount, isFinal, batches } = after;
  const fields = { amount, affiliatesCount, commissionsCount, isFinal, batches };
  return changePayout(before, after, fields, 'revision');
}

/** Whoever is at work on it moves its revision, but not its status: that is what a decision stands on. */
function turnPayout(before: Payout, after: Payout): readonly Write[] {
  const { reference, paidAt, canceledAt } = after;
  return changePayout(before, after, { reference, paidAt, canceledAt }, 'status');
}

/** By the call that every role has which authenticates. */
export async function findPayout(brandId: string, id: string): Promise<Payout | undefined> {
  const [found] = await getItems([payoutKey(brandId, id)]);
  return found === undefined ? undefined : storedPayout.parse(found);
}

export async function getPayout(brandId: string, id: string): Promise<Payout> {
  const found = await findPayout(brandId, id);
  if (found === undefined) throw missing('payout');
  return found;
}

/** Has a payout paid, or canceled: from then on it goes there by itself. */
export const decidePayout = (
  brandId: string,
  id: string,
  changes: PayoutChanges,
  now: Date,
): Promise<Payout> =>
  retryOnConflict(async () => {
    const before = await getPayout(brandId, id);
    const after = decided(before, changes, now);
    if (after === before) return before;
    await transact(turnPayout(before, after));
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
