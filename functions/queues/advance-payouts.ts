import { getBrandClock } from '#lib/brands/store/lookup.ts';
import { continuePayout } from '#lib/payouts/store/continue.ts';
import { type QueueEvent, workItemsIn } from '#lib/shared/queues.ts';

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await continuePayout(item, getBrandClock);
}
