import { storeLoggedClicks } from '#lib/clicks/tracking/store/logged-clicks.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';

/** SQS delivers the messages again if the function fails. */
export const handler = ({ Records: records }: QueueEvent): Promise<void> =>
  storeLoggedClicks(records.map(({ body }) => body));
