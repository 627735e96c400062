import type { QueueEvent } from '#lib/shared/queues.ts';
import { storeLoggedClicks } from '#lib/tracking/store/logged-clicks.ts';

/** SQS delivers a message again if the function fails. */
export async function handler({ Records: records }: QueueEvent): Promise<void> {
  for (const { body } of records) await storeLoggedClicks(body);
}
