import { getBrandClock as getClock } from '#lib/brands/store/lookup.ts';
import { deleteMembers } from '#lib/campaigns/store/delete-members.ts';
import { eraseEvents } from '#lib/events/store/erase.ts';
import { expireExports } from '#lib/exports/store/expire.ts';
import { continueErasure } from '#lib/privacy/store/advance.ts';
import { isIdOf } from '#lib/shared/id-kinds.ts';
import { type QueueEvent, type WorkItem, workItemsIn } from '#lib/shared/queues.ts';

const erasers = { eraseEvents, expireExports, getClock };

const erase = (item: WorkItem): Promise<void> =>
  isIdOf('campaign', item.id) ? deleteMembers(item) : continueErasure(item, erasers);

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await erase(item);
}
