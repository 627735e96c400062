import { sendQueuedEmail } from '#lib/access/email/store/queued.ts';
import { type QueueEvent, workItemsIn } from '#lib/foundation/shared/queues.ts';

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await sendQueuedEmail(item);
}
