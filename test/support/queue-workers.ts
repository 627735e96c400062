// Runs the workers behind the queues under the control of the test.
import { handler as advancePayouts } from '#functions/queues/advance-payouts.ts';
import { handler as applyMessages } from '#functions/queues/apply-messages.ts';
import { handler as eraseData } from '#functions/queues/erase-data.ts';
import { handler as mailCreators } from '#functions/queues/mail-creators.ts';
import { handler as runSimulations } from '#functions/queues/run-simulations.ts';
import { handler as sendEmails } from '#functions/queues/send-emails.ts';
import { handler as writeExports } from '#functions/queues/write-exports.ts';
import type { QueuedMessage } from '#infra/local/sqs-server.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { returnMessages, takeMessages } from './wake-queue.ts';

const workers = {
  emails: sendEmails,
  creatorMails: mailCreators,
  exports: writeExports,
  payouts: advancePayouts,
  erasures: eraseData,
  simulations: runSimulations,
  shopMessages: applyMessages,
} as const;
export type WorkQueue = keyof typeof workers;
export const workQueues = Object.keys(workers) as readonly WorkQueue[];

export const runMessage = (queue: WorkQueue, message: object): Promise<void> =>
  workers[queue]({ Records: [{ body: JSON.stringify(message) }] });

export const runWorker = (queue: WorkQueue, { brandId, id }: WorkItem): Promise<void> =>
  runMessage(queue, { brandId, id });

export const itemsIn = (messages: readonly QueuedMessage[]): readonly WorkItem[] =>
  messages.map(({ body }) => JSON.parse(body));

/**
 * Runs a worker for each message that is in a queue now, whatever its delay. If a worker fails, its message and the later ones return
 * to their queue. Returns the number of messages.
 */
export async function runQueues(queues: readonly WorkQueue[] = workQueues): Promise<number> {
  const taken = queues.flatMap((queue) => takeMessages(queue).map((message) => ({ queue, message })));
  for (const [index, { queue, message }] of taken.entries()) {
    try {
      await workers[queue]({ Records: [{ body: message.body }] });
    } catch (error) {
      returnMessages(taken.slice(index).map((one) => one.message));
      throw error;
    }
  }
  return taken.length;
}
