// Going over all that a payout has claimed, a batch in each step: it is paid, or free again.

import type { Commission } from '#lib/commissions/schema/commission.ts';
import { paid, released } from '#lib/payouts/rules/commissions.ts';
import { type Payout, storedLine, type WorkOf } from '#lib/payouts/schema/stored.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';
import { deleteExisting } from '#lib/table/writes/write.ts';
import {
  advanceWithoutCommissions,
  isIn,
  linesOfStep,
  readBatches,
  readClaimed,
  reload,
  takeStep,
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
  return takeStep(
    {
      payout,
      commissions: await readClaimed(payout, claimed),
      become,
      takesPart: isIn(payout),
      around: () => ({ after, writes: [deleteExisting(keys.payoutBatch(brandId, id, number))] }),
    },
    now,
  );
}

export function pay(payout: Payout, work: WorkOf<'pay'>, now: Date): Promise<Payout> {
  const { paidAt } = payout;
  return finish(payout, work, { status: 'paid', become: (commission) => paid(commission, paidAt) }, now);
}

export const release = (payout: Payout, work: WorkOf<'release'>, now: Date): Promise<Payout> =>
  finish(payout, work, { status: 'canceled', become: released }, now);

/** Deletes the lines of a payout that was canceled before they stood. */
export async function clear(payout: Payout, _: WorkOf<'clear'>, now: Date): Promise<Payout> {
  const { brandId, id } = payout;
  const { items, isLast } = await readPageAfter(
    { partition: payoutLinePartition(brandId, id) },
    null,
    linesOfStep,
  );
  const deletions = items.map((item) =>
    deleteExisting(keys.payoutLine(brandId, id, storedLine.parse(item).affiliateId)),
  );
  const after: Payout = isLast ? { ...payout, work: { phase: 'release', next: 0 } } : payout;
  return advanceWithoutCommissions(payout, after, deletions, now);
}
