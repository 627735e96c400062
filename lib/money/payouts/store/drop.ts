// Implements the `drop` phase of a payout, which releases the commissions of deleted lines.

import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { isClaimedBy, releaseCommission } from '#lib/money/payouts/rules/commissions.ts';
import { markReady } from '#lib/money/payouts/rules/payout.ts';
import type { ClaimedCommission, Payout, WorkOf } from '#lib/money/payouts/schema/stored.ts';
import {
  advanceWithoutCommissions,
  commitStep,
  readBatches,
  readCommissions,
  reload,
  type StepResult,
} from './step.ts';

const maxBatchesPerStep = 10;

async function splitByLine(payout: Payout, commissions: readonly ClaimedCommission[]) {
  const lines = await getItems(
    commissions.map(({ affiliateId }) => keys.payoutLine(payout.brandId, payout.id, affiliateId)),
  );
  return {
    dropped: commissions.filter((_, index) => lines[index] === undefined),
    kept: commissions.filter((_, index) => lines[index] !== undefined),
  };
}

export async function drop(payout: Payout, { next, totals }: WorkOf<'drop'>, now: Date): Promise<StepResult> {
  const { brandId, id, batches } = payout;
  const end = Math.min(next + maxBatchesPerStep, batches);
  const numbers = Array.from({ length: end - next }, (_, index) => next + index);
  const found = await readBatches(payout, numbers);
  const continueAt = (number: number): Payout =>
    number === batches
      ? markReady(payout, totals)
      : { ...payout, work: { phase: 'drop', next: number, totals } };
  for (const [index, batch] of found.entries()) {
    const number = next + index;
    if (batch === undefined) return reload(payout);
    const { dropped, kept } = await splitByLine(payout, batch);
    if (dropped.length === 0) continue;
    const keptOnly = { set: { commissions: kept } };
    return commitStep(
      {
        payout,
        commissions: await readCommissions(payout, dropped),
        transition: releaseCommission,
        isStillEligible: (commission) => isClaimedBy(commission, id),
        complete: () => ({
          after: continueAt(number + 1),
          writes: [updateExisting(keys.payoutBatch(brandId, id, number), keptOnly)],
        }),
      },
      now,
    );
  }
  return advanceWithoutCommissions(payout, continueAt(end), [], now);
}
