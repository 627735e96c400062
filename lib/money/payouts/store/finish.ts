// Implements the `pay`, `reopen`, `clear` and `release` phases of a payout, which change the claimed commissions batch by batch.

import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { excludedLinePartition, payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { deleteExisting } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import {
  isClaimedBy,
  isPaidBy,
  payCommission,
  releaseCommission,
  unpayCommission,
} from '#lib/money/payouts/rules/commissions.ts';
import { finishReopening } from '#lib/money/payouts/rules/reopen.ts';
import {
  type ClaimedCommission,
  type Payout,
  storedLine,
  type WorkOf,
} from '#lib/money/payouts/schema/stored.ts';
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
  readonly isEligible: (commission: Commission, payoutId: string) => boolean;
  readonly transition: (commission: Commission) => Commission;
  readonly finish: (payout: Payout) => Payout;
  /** A batch is kept as long as the payout has its commissions. */
  readonly releases: boolean;
}

/** A line that is paid alone, or failed, keeps its state when the payout is paid, reopened or canceled. */
async function onlyOpenLines(
  { brandId, id, paidCount, failedCount }: Payout,
  claimed: readonly ClaimedCommission[],
): Promise<readonly ClaimedCommission[]> {
  if (paidCount === 0 && failedCount === 0) return claimed;
  const lines = await getItems(claimed.map(({ affiliateId }) => keys.payoutLine(brandId, id, affiliateId)));
  return claimed.filter((_, index) => lines[index]?.status === undefined);
}

async function finishBatch(
  payout: Payout,
  work: WorkOf<'pay' | 'reopen' | 'release'>,
  { isEligible, transition, finish, releases }: Outcome,
  now: Date,
): Promise<StepResult> {
  const { brandId, id, batches } = payout;
  const number = work.next;
  const after = number + 1 >= batches ? finish(payout) : { ...payout, work: { ...work, next: number + 1 } };
  if (batches === 0) return advanceWithoutCommissions(payout, after, [], now);
  const [claimed] = await readBatches(payout, [number]);
  if (claimed === undefined) return reload(payout);
  const commissions = await readCommissions(payout, await onlyOpenLines(payout, claimed));
  // A read can miss a part of the step before, such as the payment of a payout that is reopened at once.
  if (!commissions.every((commission) => isEligible(commission, id))) return reload(payout);
  return commitStep(
    {
      payout,
      commissions,
      transition,
      isStillEligible: (commission) => isEligible(commission, id),
      complete: () => ({
        after,
        writes: releases ? [deleteExisting(keys.payoutBatch(brandId, id, number))] : [],
      }),
    },
    now,
  );
}

export const pay = (payout: Payout, work: WorkOf<'pay'>, now: Date): Promise<StepResult> =>
  finishBatch(
    payout,
    work,
    {
      isEligible: isClaimedBy,
      transition: (commission) => payCommission(commission, payout.paidAt),
      finish: (before) => ({ ...before, status: 'paid', work: null }),
      releases: false,
    },
    now,
  );

export const reopen = (payout: Payout, work: WorkOf<'reopen'>, now: Date): Promise<StepResult> =>
  finishBatch(
    payout,
    work,
    {
      isEligible: isPaidBy,
      transition: unpayCommission,
      finish: (before) => finishReopening(before, work),
      releases: false,
    },
    now,
  );

export const release = (payout: Payout, work: WorkOf<'release'>, now: Date): Promise<StepResult> =>
  finishBatch(
    payout,
    work,
    {
      isEligible: isClaimedBy,
      transition: releaseCommission,
      finish: (before) => ({ ...before, status: 'canceled', work: null }),
      releases: true,
    },
    now,
  );

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
