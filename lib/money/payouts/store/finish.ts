// Implements the `pay`, `clear` and `release` phases of a payout, which pay or release the claimed commissions batch by batch.

import { keys } from '#lib/foundation/table/keys/keys.ts';
import { excludedLinePartition, payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { deleteExisting } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { isClaimedBy, payCommission, releaseCommission } from '#lib/money/payouts/rules/commissions.ts';
import { type Payout, storedLine, type WorkOf } from '#lib/money/payouts/schema/stored.ts';
import {
  advanceWithoutCommissions,
  commitStep,
  maxLinesPerStep,
  readBatches,
  readCommissions,
  reload,
  type StepResult,
} from './step.ts';

interface Outcome {
  readonly finalStatus: 'paid' | 'canceled';
  readonly transition: (commission: Commission) => Commission;
}

async function finishBatch(
  payout: Payout,
  work: WorkOf<'pay' | 'release'>,
  { finalStatus, transition }: Outcome,
  now: Date,
): Promise<StepResult> {
  const { brandId, id, batches } = payout;
  const number = work.next;
  const after: Payout =
    number + 1 >= batches
      ? { ...payout, status: finalStatus, work: null }
      : { ...payout, work: { ...work, next: number + 1 } };
  if (batches === 0) return advanceWithoutCommissions(payout, after, [], now);
  const [claimed] = await readBatches(payout, [number]);
  if (claimed === undefined) return reload(payout);
  return commitStep(
    {
      payout,
      commissions: await readCommissions(payout, claimed),
      transition,
      isStillEligible: (commission) => isClaimedBy(commission, id),
      complete: () => ({ after, writes: [deleteExisting(keys.payoutBatch(brandId, id, number))] }),
    },
    now,
  );
}

export function pay(payout: Payout, work: WorkOf<'pay'>, now: Date): Promise<StepResult> {
  const transition = (commission: Commission) => payCommission(commission, payout.paidAt);
  return finishBatch(payout, work, { finalStatus: 'paid', transition }, now);
}

export const release = (payout: Payout, work: WorkOf<'release'>, now: Date): Promise<StepResult> =>
  finishBatch(payout, work, { finalStatus: 'canceled', transition: releaseCommission }, now);

/** Reads at most one step’s lines of each partition, and deletes as many of them as fit in one transaction. */
export async function clear(payout: Payout, _: WorkOf<'clear'>, now: Date): Promise<StepResult> {
  const { brandId, id } = payout;
  const readLines = (partition: string) => readPageAfter({ partition }, null, maxLinesPerStep);
  const [lines, excluded] = await Promise.all([
    readLines(payoutLinePartition(brandId, id)),
    readLines(excludedLinePartition(brandId, id)),
  ]);
  const idsIn = ({ items }: typeof lines) => items.map((item) => storedLine.parse(item).affiliateId);
  const deletions = [
    ...idsIn(lines).map((affiliateId) => deleteExisting(keys.payoutLine(brandId, id, affiliateId))),
    ...idsIn(excluded).map((affiliateId) => deleteExisting(keys.excludedLine(brandId, id, affiliateId))),
  ];
  const isLast = lines.isLast && excluded.isLast && deletions.length <= maxLinesPerStep;
  const after: Payout = isLast ? { ...payout, work: { phase: 'release', next: 0 } } : payout;
  return advanceWithoutCommissions(payout, after, deletions.slice(0, maxLinesPerStep), now);
}
