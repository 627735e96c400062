// Implements the `gather` phase of a payout, which claims approved commissions and adds them to the lines of their creators.

import { keys } from '#lib/foundation/table/keys/keys.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { claimCommission, isClaimable } from '#lib/money/payouts/rules/commissions.ts';
import { addSums, cancelEmpty, finalizeWork } from '#lib/money/payouts/rules/payout.ts';
import { periodOf } from '#lib/money/payouts/rules/period.ts';
import type { Payout, Position, Sum, WorkOf } from '#lib/money/payouts/schema/stored.ts';
import { claimablePages } from './claimable.ts';
import { commitStep, fitsInStep, maxCommissionsPerStep, type StepResult } from './step.ts';

/** A step reads at most this many pages. So its position is stored regularly, even if no commission on the pages is claimable. */
const maxPagesPerStep = 20;

interface Selection {
  readonly commissions: readonly Commission[];
  readonly position: Position;
  readonly isLast: boolean;
}

async function selectCommissions(payout: Payout, from: Position): Promise<Selection> {
  let selection: Selection = { commissions: [], position: from, isLast: true };
  let pages = 0;
  for await (const { commissions, upTo, isLast } of claimablePages(payout, from, maxCommissionsPerStep)) {
    const { place } = selection.position;
    for (const commission of commissions) {
      const more = [...selection.commissions, commission];
      if (!fitsInStep(more)) return { ...selection, isLast: false };
      selection = { commissions: more, position: { place, after: commission.id }, isLast: false };
    }
    selection = { ...selection, position: upTo, isLast };
    pages += 1;
    if (selection.commissions.length === maxCommissionsPerStep || pages === maxPagesPerStep) return selection;
  }
  return selection;
}

const sumOf = (commissions: readonly Commission[]): Sum => ({
  amount: commissions.reduce((sum, { amount }) => sum + amount, 0),
  commissionsCount: commissions.length,
});

/** Commissions are claimed in the order of their creation. */
const addToLine = ({ brandId, id }: Payout, affiliateId: string, own: readonly Commission[]): Write => ({
  kind: 'update',
  key: keys.payoutLine(brandId, id, affiliateId),
  set: { affiliateId, periodEnd: periodOf(own).periodEnd },
  setOnce: { periodStart: periodOf(own).periodStart },
  add: { ...sumOf(own) },
});

function batchWrites(payout: Payout, commissions: readonly Commission[]): readonly Write[] {
  if (commissions.length === 0) return [];
  const { brandId, id, batches } = payout;
  const batch = commissions.map((one) => ({ id: one.id, affiliateId: one.affiliateId }));
  return [
    putNew({ ...keys.payoutBatch(brandId, id, batches), commissions: batch }),
    ...[...Map.groupBy(commissions, ({ affiliateId }) => affiliateId)].map(([affiliateId, own]) =>
      addToLine(payout, affiliateId, own),
    ),
  ];
}

function afterClaims(
  payout: Payout,
  { position, isLast }: Selection,
  claimedBefore: Sum,
  commissions: readonly Commission[],
  now: Date,
): Payout {
  const batches = payout.batches + (commissions.length === 0 ? 0 : 1);
  const claimed = addSums(claimedBefore, [sumOf(commissions)]);
  if (!isLast) return { ...payout, batches, work: { phase: 'gather', position, claimed } };
  if (batches === 0) return cancelEmpty(payout, { emptyReason: 'nothingOwed', excludedCount: 0 }, now);
  return { ...payout, batches, work: finalizeWork(claimed) };
}

export async function gather(payout: Payout, work: WorkOf<'gather'>, now: Date): Promise<StepResult> {
  const selection = await selectCommissions(payout, work.position);
  return commitStep(
    {
      payout,
      commissions: selection.commissions,
      transition: (commission) => claimCommission(commission, payout.id),
      isStillEligible: isClaimable,
      complete: (commissions) => ({
        after: afterClaims(payout, selection, work.claimed, commissions, now),
        writes: batchWrites(payout, commissions),
      }),
    },
    now,
  );
}
