// Builds the writes of payouts.

import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { differenceOf } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import { isReturning, isWorking } from '#lib/money/payouts/rules/statuses.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';

export const payoutKey = (brandId: string, id: string) => keys.item(brandId, 'payout', id);

const withIndexKeys = (payout: Payout) => ({
  ...payout,
  ...indexKeys.byStatus(payout.brandId, 'payout', payout.status),
});

/** The filter of the stream function selects payouts by the `type` attribute. */
export const addPayout = (payout: Payout): readonly Write[] => [
  putNew({ ...payoutKey(payout.brandId, payout.id), type: 'payout', ...withIndexKeys(payout) }),
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

function changePayout(before: Payout, after: Payout, guard: 'revision' | 'status'): readonly Write[] {
  const { brandId, id, status } = after;
  const change = updateExisting(
    payoutKey(brandId, id),
    {
      ...differenceOf(withIndexKeys(before), withIndexKeys(after)),
      add: { revision: 1 },
      condition: `#${guard} = :was`,
      values: { was: before[guard] },
    },
    staleWrite,
  );
  if (before.status === status) return [change];
  const counts = { [before.status]: -1, [status]: 1, ...(isReturning(before) && { returns: 1 }) };
  return [change, incrementCounter(brandId, 'payouts', id, counts)];
}

export const changePayoutProgress = (before: Payout, after: Payout): readonly Write[] =>
  changePayout(before, after, 'revision');

/** Workers change the revision of a working payout continuously, so there only a change of the status refuses the write. */
export const changePayoutDecision = (before: Payout, after: Payout): readonly Write[] =>
  changePayout(before, after, isWorking(before) ? 'status' : 'revision');
