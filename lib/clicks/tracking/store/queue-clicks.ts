// Passes log lines of clicks to the queue that stores them. It needs no table, so it works while the table is unavailable.

import { type LogEvent, linesIn, messagesOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { sendMessage } from '#lib/foundation/aws/sqs.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

/** May queue a click more than once, because storing a click is idempotent. */
export async function queueLoggedClicks(event: LogEvent): Promise<void> {
  const { CLICK_QUEUE: queue } = environment;
  if (queue === undefined) throw new Error('CLICK_QUEUE must be the URL of the queue of clicks');
  for (const body of messagesOf(linesIn(event))) await sendMessage({ queue, body, delaySeconds: 0 });
}
