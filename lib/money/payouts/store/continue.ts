// Continues payouts in the worker behind the queue. docs/decisions/0128

import type { Clock } from '#lib/foundation/shared/clock.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch, work } from '#lib/foundation/streams/work.ts';
import { isWorking } from '#lib/money/payouts/rules/statuses.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';
import { requestMilliseconds, takeStep } from './advance.ts';
import { findPayout } from './payouts.ts';

/** The request works on the payout first. */
const delaySeconds = requestMilliseconds / 1000 + 2;

/** Sends the payouts that a request has created, or moved to another phase. The steps of a worker send nothing. */
export const dispatchPayouts = (changes: readonly Change[]): Promise<void> => {
  const begun = begunItems(
    changes,
    'payout',
    ({ before, after }) =>
      workingStatuses.some((status) => status === after?.status) && before?.status !== after?.status,
  );
  return dispatch('payouts', begun, delaySeconds);
};

export async function continuePayout(
  item: WorkItem,
  getClock: (brandId: string) => Promise<Clock>,
): Promise<void> {
  const { brandId, id } = item;
  const clock = await getClock(brandId);
  await work<Payout>({
    queue: 'payouts',
    item,
    read: () => findPayout(brandId, id),
    hasWork: isWorking,
    step: async (payout) => {
      const { payout: after, isCommitted } = await takeStep(payout, clock);
      return isCommitted ? after : undefined;
    },
  });
}
