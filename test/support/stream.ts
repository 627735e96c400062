// Delivers the table's stream to its functions under the control of the test.

import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as aggregateClicks } from '#functions/streams/aggregate-clicks.ts';
import { handler as continueWorkHandler } from '#functions/streams/continue-work.ts';
import { streamEvent } from '#infra/local/stream-event.ts';
import { openStream, type StreamSource } from '#infra/local/stream-source.ts';
import { getBrandClock } from '#lib/brands/store/lookup.ts';
import { workingStatuses } from '#lib/payouts/rules/working-statuses.ts';
import { continuePayouts } from '#lib/payouts/store/advance.ts';
import type { StreamEvent } from '#lib/streams/changes.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { itemsOfType } from './items.ts';

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
export const continueWork = (batch: Batch) => continueWorkHandler(eventOf(batch));

/** Processes changes, and the changes that this causes, until none are left. Returns the number of rounds. */
export async function continueToCompletion(): Promise<number> {
  let turns = 0;
  for (let batches = await newChanges(); batches.length > 0; batches = await newChanges()) {
    for (const batch of batches) await continueWork(batch);
    turns += 1;
  }
  return turns;
}

export const eventOfItem = (item: Item): StreamEvent => ({
  Records: [{ eventName: 'MODIFY', dynamodb: { SequenceNumber: '1', NewImage: imageOf(item) } }],
});

const imageOf = (item: Item) => JSON.parse(JSON.stringify(marshall(item)));

/** Continues all payouts in progress, without reading the stream. */
export async function continuePendingPayouts(): Promise<void> {
  const underWay = async () =>
    (await itemsOfType('payout')).filter(({ status }) => workingStatuses.some((one) => one === status));
  for (let payouts = await underWay(); payouts.length > 0; payouts = await underWay()) {
    const changes = payouts.map((after) => ({ sequenceNumber: '', before: undefined, after }));
    await continuePayouts(changes, getBrandClock);
  }
}

export async function aggregateNewClicks(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}
