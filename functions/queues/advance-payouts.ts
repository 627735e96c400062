import { getBrand, getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { type QueueEvent, type WorkItem, workItemsIn } from '#lib/foundation/shared/queues.ts';
import {
  approveCommission as approve,
  rejectCommission as reject,
  updateCommission,
} from '#lib/money/commissions/store/commissions.ts';
import { findMatching } from '#lib/money/commissions/store/matching.ts';
import { continueDecision } from '#lib/money/decisions/store.ts';
import { releaseOf } from '#lib/money/fraud/store/release.ts';
import { watchCreator } from '#lib/money/fraud/store/watch.ts';
import { continuePayout } from '#lib/money/payouts/store/continue.ts';

const services = { getBrand, getClock: getBrandClock, findMatching, updateCommission, approve, reject };
const advance = (item: WorkItem): Promise<void> => {
  if (isIdOf('affiliate', item.id)) return watchCreator(item, getBrand, getBrandClock);
  if (isIdOf('fraudFinding', item.id)) return releaseOf(item, services);
  return isIdOf('decision', item.id) ? continueDecision(item, services) : continuePayout(item, getBrandClock);
};

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await advance(item);
}
