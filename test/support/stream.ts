// Delivers the table's stream to its functions under the control of the test.

import { handler as aggregateClicks } from '#functions/streams/aggregate-clicks.ts';
import { handler as continueWorkHandler } from '#functions/streams/continue-work.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { isDelivered } from '#infra/local/event-filters.ts';
import type { StreamEvent } from '#lib/foundation/streams/changes.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import { itemsOfType } from './items.ts';
import { runQueues, runWorker } from './queue-workers.ts';
import { type Batch, newChanges } from './table-stream.ts';

export { type Batch, newChanges };

type StreamFunction = (typeof streamFunctions)[keyof typeof streamFunctions];

/** Lambda applies the filters of the function before it invokes it. */
const eventFor = ({ filters }: StreamFunction, { shardId, records }: Batch): StreamEvent => ({
  shardId,
  Records: records.filter((record) => isDelivered(filters, record)),
});

export const aggregate = (batch: Batch) => aggregateClicks(eventFor(streamFunctions.aggregateClicks, batch));

/** Sends the work of a batch to the queues, without running the workers. */
export const dispatch = (batch: Batch) => continueWorkHandler(eventFor(streamFunctions.continueWork, batch));

/** Sends the work of a batch to the queues, and runs the worker of each message that is in a queue then. */
export async function continueWork(batch: Batch): Promise<void> {
  await dispatch(batch);
  await runQueues();
}

/** Processes changes and messages, and those that this causes, until none are left. Returns the number of rounds. */
export async function continueToCompletion(): Promise<number> {
  for (let turns = 0; ; turns += 1) {
    const batches = await newChanges();
    for (const batch of batches) await dispatch(batch);
    if ((await runQueues()) === 0 && batches.length === 0) return turns;
  }
}

/** Continues all payouts in progress, without reading the stream or the queue. */
export async function continuePendingPayouts(): Promise<void> {
  const underWay = async () =>
    (await itemsOfType('payout')).filter(({ status }) => workingStatuses.some((one) => one === status));
  for (let payouts = await underWay(); payouts.length > 0; payouts = await underWay()) {
    for (const { brandId, id } of payouts)
      await runWorker('payouts', { brandId: String(brandId), id: String(id) });
  }
}

export async function aggregateNewClicks(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}
