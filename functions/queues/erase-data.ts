import { getBrandClock as getClock } from '#lib/access/brands/store/lookup.ts';
import { continueErasure } from '#lib/care/privacy/store/advance.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { type QueueEvent, type WorkItem, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { expireExports } from '#lib/outlets/exports/store/expire.ts';
import { expireImports } from '#lib/outlets/imports/store/expire.ts';
import { deleteMembers } from '#lib/program/campaigns/store/delete-members.ts';
import { eraseEvents } from '#lib/record/events/store/erase.ts';
import { expireReconciliations } from '#lib/shops/comparisons/store/expire.ts';

const erasers = { eraseEvents, expireExports, expireImports, expireReconciliations, getClock };

const erase = (item: WorkItem): Promise<void> =>
  isIdOf('campaign', item.id) ? deleteMembers(item) : continueErasure(item, erasers);

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await erase(item);
}
