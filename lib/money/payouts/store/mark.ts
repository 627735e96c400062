// Implements the `mark` phase of a payout, which pays, releases or returns the commissions of one line.

import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import {
  isClaimedBy,
  isPaidBy,
  payCommission,
  releaseCommission,
  returnCommission,
} from '#lib/money/payouts/rules/commissions.ts';
import type { ClaimedCommission, Payout, WorkOf } from '#lib/money/payouts/schema/stored.ts';
import {
  commitStep,
  maxCommissionsPerStep,
  readBatches,
  readCommissions,
  reload,
  type StepResult,
} from './step.ts';

/** Few batches contain a commission of the line, and a read of 100 batches is one call. */
const maxBatchesPerStep = 100;

type Batch = readonly ClaimedCommission[];

/** Takes whole batches, so that the number of the next batch is the progress. */
function selectOwn(batches: readonly Batch[], affiliateId: string) {
  const own: ClaimedCommission[] = [];
  for (const [index, batch] of batches.entries()) {
    const more = batch.filter((one) => one.affiliateId === affiliateId);
    if (own.length + more.length > maxCommissionsPerStep) return { own, count: index };
    own.push(...more);
  }
  return { own, count: batches.length };
}

function transitionOf({ to, isPaid, at }: WorkOf<'mark'>): (commission: Commission) => Commission {
  if (to === 'paid') return (commission) => payCommission(commission, at);
  return isPaid ? returnCommission : releaseCommission;
}

export async function mark(payout: Payout, work: WorkOf<'mark'>, now: Date): Promise<StepResult> {
  const end = Math.min(work.next + maxBatchesPerStep, payout.batches);
  const numbers = Array.from({ length: end - work.next }, (_, index) => work.next + index);
  const batches = (await readBatches(payout, numbers)).filter((batch) => batch !== undefined);
  if (batches.length < numbers.length) return reload(payout);
  const { own, count } = selectOwn(batches, work.affiliateId);
  const commissions = await readCommissions(payout, own);
  const isEligible = (commission: Commission) =>
    work.isPaid ? isPaidBy(commission, payout.id) : isClaimedBy(commission, payout.id);
  // A read can miss a part of the step before.
  if (!commissions.every(isEligible)) return reload(payout);
  const next = work.next + count;
  const after: Payout =
    next >= payout.batches
      ? { ...payout, status: work.returnsTo, work: null }
      : { ...payout, work: { ...work, next } };
  return commitStep(
    {
      payout,
      commissions,
      transition: transitionOf(work),
      isStillEligible: isEligible,
      complete: () => ({ after }),
    },
    now,
  );
}
