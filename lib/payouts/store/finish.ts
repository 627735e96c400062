// Going over all that a payout has claimed, a batch in each step: it is paid, or free again.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { payCommission, releaseCommission } from '#lib/payouts/rules/commissions.ts';
import { type Payout, storedLine, type WorkOf } from '#lib/payouts/schema/stored.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { linesOf } from '#lib/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/table/partition-walk.ts';
import { deleteExisting } from '#lib/table/writes/write.ts';
import {
  advanceWithoutCommissions,
  isIn,
  maxLinesPerStep,
  readBatches,
  readClaimedCommissions,
  reload,
  commitStep,
} from './step.ts';

interface End {
  readonly status: 'paid' | 'canceled';
  readonly become: (commission: Commission) => Commission;
}

async function finish(
  payout: Payout,
  work: WorkOf<'pay' | 'release'>,
  { status, become }: End,
  now: Date,
): Promise<Payout> {
  const { brandId, id, batches } = payout;
  const number = work.next;
  const after: Payout =
    number + 1 >= batches
      ? { ...payout, status, work: null }
      : { ...payout, work: { ...work, next: number + 1 } };
  if (batches === 0) return advanceWithoutCommissions(payout, after, [], now);
  const [claimed] = await readBatches(payout, [number]);
  if (claimed === undefined) return reload(payout);
  return commitStep(
    {
      payout,
      commissions: await readClaimedCommissions(payout, claimed),
      become,
      takesPart: isIn(payout),
      around: () => ({ after, writes: [deleteExisting(keys.payoutBatch(brandId, id, number))] }),
    },
    now,
  );
}

export function payBatch(payout: Payout, work: WorkOf<'pay'>, now: Date): Promise<Payout> {
  const { paidAt } = payout;
  return finish(payout, work, { status: 'paid', become: (commission) => payCommission(commission, paidAt) }, now);
}

export const releaseBatch = (payout: Payout, work: WorkOf<'release'>, now: Date): Promise<Payout> =>
  finish(payout, work, { status: 'canceled', become: releaseCommission }, now);

/** Deletes the lines of a payout that was canceled before they stood. */
export async function deleteLines(payout: Payout, _: WorkOf<'clear'>, now: Date): Promise<Payout> {
  const { brandId, id } = payout;
  const { items, isLast } = await readPageAfter({ partition: linesOf(brandId, id) }, null, maxLinesPerStep);
  const deletions = items.map((item) =>
    deleteExisting(keys.payoutLine(brandId, id, storedLine.parse(item).affiliateId)),
  );
  const after: Payout = isLast ? { ...payout, work: { phase: 'release', next: 0 } } : payout;
  return advanceWithoutCommissions(payout, after, deletions, now);
}
