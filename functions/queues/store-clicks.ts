import { storeLoggedClicks } from '#lib/clicks/tracking/store/logged-clicks.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';

/** SQS delivers a message again if the function fails. */
export async function handler({ Records: records }: QueueEvent): Promise<void> {
  for (const { body } of records) await storeLoggedClicks(body);
}
