// Builds the writes of payouts.

import type { Payout } from '#lib/payouts/schema/stored.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const payoutKey = (brandId: string, id: string) => keys.item(brandId, 'payout', id);

const payoutIndexKeys = ({ brandId, status }: Payout) => indexKeys.byStatus(brandId, 'payout', status);

/** The filter of the stream function selects payouts by the `type` attribute. */
export const addPayout = (payout: Payout): readonly Write[] => [
  putNew({ ...payoutKey(payout.brandId, payout.id), type: 'payout', ...payout, ...payoutIndexKeys(payout) }),
  incrementCounter(payout.brandId, 'payouts', payout.id, { total: 1, [payout.status]: 1 }),
];

/** Refused if another payout was created since `previousId` was read. The pointer is never deleted. */
export const pointToNewestPayout = (
  { brandId, id: payoutId }: Payout,
  previousId: string | undefined,
): Write => ({
  kind: 'put',
  item: { ...keys.newestPayout(brandId), payoutId },
  ...(previousId === undefined
    ? { condition: 'attribute_not_exists(#pk)' }
    : { condition: '#payoutId = :previousId', values: { previousId } }),
  refused: staleWrite,
});

function changePayout(
  before: Payout,
  after: Payout,
  fields: Partial<Payout>,
  guard: 'revision' | 'status',
): readonly Write[] {
  const { status, work } = after;
  const all = { ...fields, status, work, ...payoutIndexKeys(after) };
  const change = updateExisting(
    payoutKey(after.brandId, after.id),
    {
      set: all,
      add: { revision: 1 },
      condition: `#${guard} = :was`,
      values: { was: before[guard] },
    },
    staleWrite,
  );
  if (before.status === status) return [change];
  return [change, incrementCounter(after.brandId, 'payouts', after.id, { [before.status]: -1, [status]: 1 })];
}

export function changePayoutProgress(before: Payout, after: Payout): readonly Write[] {
  const { amount, affiliatesCount, commissionsCount, excludedCount, isFinal, batches } = after;
  const { periodStart, periodEnd, emptyReason, canceledAt } = after;
  const totals = { amount, affiliatesCount, commissionsCount, excludedCount, periodStart, periodEnd };
  const fields = { ...totals, isFinal, batches, emptyReason, canceledAt };
  return changePayout(before, after, fields, 'revision');
}

/** Refuses the write only if the status has changed, because workers change the revision continuously. */
export function changePayoutDecision(before: Payout, after: Payout): readonly Write[] {
  const { reference, paidAt, canceledAt } = after;
  return changePayout(before, after, { reference, paidAt, canceledAt }, 'status');
}
