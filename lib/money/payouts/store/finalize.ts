// Implements the `finalize` phase of a payout, which completes the lines of paid creators and deletes all other lines.

import { keys } from '#lib/foundation/table/keys/keys.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { deleteExisting, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import {
  decideLine,
  emptyReasonOf,
  isPayable,
  type LineDecision,
} from '#lib/money/payouts/rules/eligibility.ts';
import {
  addLines,
  addSums,
  cancelEmpty,
  isSameSum,
  markReady,
  zeroTotals,
} from '#lib/money/payouts/rules/payout.ts';
import { type Line, type Payout, storedLine, type WorkOf } from '#lib/money/payouts/schema/stored.ts';
import { readCreators } from './creators.ts';
import { advanceWithoutCommissions, maxLinesPerStep, type StepResult } from './step.ts';

/** The query for the lines may miss the last claim of commissions. In this case, the line differs and the write is refused. */
const isUnchanged = ({ amount, commissionsCount }: Line) => ({
  condition: '#amount = :amount AND #commissionsCount = :commissionsCount',
  values: { amount, commissionsCount },
});

/** An excluded line moves to a partition of its own, so that the lines are exactly the payments. */
function writesOf({ brandId, id }: Payout, { line, outcome }: LineDecision): readonly Write[] {
  const { affiliateId, name, email } = line;
  const key = keys.payoutLine(brandId, id, affiliateId);
  const guard = isUnchanged(line);
  if (outcome === 'paid') {
    const listed = listKeys.lineOfCreator(brandId, affiliateId, id);
    return [updateExisting(key, { set: { name, email, ...listed }, ...guard })];
  }
  const deletion = deleteExisting(key, undefined, guard);
  if (outcome !== 'excluded') return [deletion];
  return [deletion, { kind: 'put', item: { ...keys.excludedLine(brandId, id, affiliateId), ...line } }];
}

interface DecisionWithWrites extends LineDecision {
  readonly writes: readonly Write[];
}

/** An excluded line takes two writes, so that fewer lines fit in a step. */
function thoseThatFit(decisions: readonly DecisionWithWrites[]): readonly DecisionWithWrites[] {
  let count = 0;
  const end = decisions.findIndex(({ writes }) => {
    count += writes.length;
    return count > maxLinesPerStep;
  });
  return end === -1 ? decisions : decisions.slice(0, end);
}

function addProgress(
  work: WorkOf<'finalize'>,
  decisions: readonly LineDecision[],
  after: string | null,
): WorkOf<'finalize'> {
  const linesOf = (which: (outcome: LineDecision['outcome']) => boolean) =>
    decisions.filter(({ outcome }) => which(outcome)).map(({ line }) => line);
  const excludedCount = work.totals.excludedCount + linesOf((outcome) => outcome === 'excluded').length;
  return {
    ...work,
    after,
    totals: {
      ...addLines(
        work.totals,
        linesOf((outcome) => outcome === 'paid'),
      ),
      excludedCount,
    },
    dropped: addSums(
      work.dropped,
      linesOf((outcome) => outcome !== 'paid'),
    ),
    hasBelowMinimum: work.hasBelowMinimum || decisions.some(({ outcome }) => outcome === 'belowMinimum'),
  };
}

export async function finalize(payout: Payout, work: WorkOf<'finalize'>, now: Date): Promise<StepResult> {
  const source = { partition: payoutLinePartition(payout.brandId, payout.id) };
  const page = await readPageAfter(source, work.after, maxLinesPerStep);
  const lines = page.items.map((line) => storedLine.parse(line));
  const creators = await readCreators(
    payout,
    lines.filter((line) => isPayable(line, payout)),
  );
  const decisions = lines.map((line) => decideLine(line, payout, creators));
  const fitting = thoseThatFit(decisions.map((one) => ({ ...one, writes: writesOf(payout, one) })));
  const isLast = page.isLast && fitting.length === decisions.length;
  const progress = addProgress(work, fitting, fitting.at(-1)?.line.affiliateId ?? work.after);
  const after = isLast ? afterLastLine(payout, progress, now) : { ...payout, work: progress };
  return advanceWithoutCommissions(
    payout,
    after,
    fitting.flatMap(({ writes }) => writes),
    now,
  );
}

/**
 * Restarts the phase if the lines do not add up to the claimed commissions: then the query of the lines has missed the claim that
 * was written last.
 */
function afterLastLine(payout: Payout, work: WorkOf<'finalize'>, now: Date): Payout {
  const { claimed, dropped, totals } = work;
  const { excludedCount } = totals;
  if (!isSameSum(addSums(totals, [dropped]), claimed)) {
    return { ...payout, work: { ...work, after: null, totals: { ...zeroTotals, excludedCount } } };
  }
  if (totals.affiliatesCount === 0) {
    const emptyReason = emptyReasonOf({ ...work, excludedCount });
    return cancelEmpty(payout, { emptyReason, excludedCount }, now);
  }
  if (dropped.commissionsCount === 0) return markReady(payout, totals);
  return { ...payout, work: { phase: 'drop', next: 0, totals } };
}
