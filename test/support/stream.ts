// Delivers the table's stream to its functions under the control of the test.

import type { DynamoDBRecord } from 'aws-lambda';
import { handler as aggregateClicks } from '#functions/streams/aggregate-clicks.ts';
import { handler as continueWorkHandler } from '#functions/streams/continue-work.ts';
import { streamEvent } from '#infra/local/stream-event.ts';
import { openStream, type StreamSource } from '#infra/local/stream-source.ts';
import type { StreamEvent } from '#lib/foundation/streams/changes.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import { itemsOfType } from './items.ts';
import { runQueues, runWorker } from './queue-workers.ts';

export interface Batch {
  readonly shardId: string;
  readonly records: readonly DynamoDBRecord[];
}

async function readShard(source: StreamSource, shardId: string, after: string | undefined): Promise<Batch> {
  const records: DynamoDBRecord[] = [];
  let iterator = await source.iterator(shardId, after);
  while (iterator !== undefined) {
    const page = await source.read(iterator);
    if (page.records.length === 0) break;
    records.push(...streamEvent({ streamArn: source.arn, shardId, records: page.records }).Records);
    iterator = page.next;
  }
  return { shardId, records };
}

const positions = new Map<string, string>();

/** The changes since the last call, one batch per shard. */
export async function newChanges(): Promise<readonly Batch[]> {
  const source = await openStream();
  const shards = (await source.shards()).flatMap(({ ShardId }) => ShardId ?? []);
  const batches = await Promise.all(
    shards.map((shardId) => readShard(source, shardId, positions.get(`${source.arn} ${shardId}`))),
  );
  for (const { shardId, records } of batches) {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) positions.set(`${source.arn} ${shardId}`, last);
  }
  return batches.filter(({ records }) => records.length > 0);
}

const eventOf = ({ shardId, records }: Batch): StreamEvent => ({ shardId, Records: [...records] });

export const aggregate = (batch: Batch) => aggregateClicks(eventOf(batch));

/** Sends the work of a batch to the queues, without running the workers. */
export const dispatch = (batch: Batch) => continueWorkHandler(eventOf(batch));

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
