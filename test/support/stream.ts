// The table's stream, handed to its functions step by step: what comes when, and how often, is the test's to say.
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as aggregateClicks } from '#functions/streams/aggregate-clicks.ts';
import { handler as continueWorkHandler } from '#functions/streams/continue-work.ts';
import { streamEvent } from '#infra/local/stream-event.ts';
import { openStream, type StreamSource } from '#infra/local/stream-source.ts';
import { workingStatuses } from '#lib/payouts/rules/working-statuses.ts';
import { continuePayouts } from '#lib/payouts/store/advance.ts';
import type { StreamEvent } from '#lib/streams/changes.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { itemsOfType } from './items.ts';

/** Records of one shard, in their order. */
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

/** What has been written since this was last asked, one batch a shard. */
export async function newChanges(): Promise<readonly Batch[]> {
  const source = await openStream();
  const shards = (await source.shards()).flatMap(({ ShardId }) => ShardId ?? []);
  const batches = await Promise.all(
    shards.map((shardId) => readShard(source, shardId, positions.get(shardId))),
  );
  for (const { shardId, records } of batches) {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) positions.set(shardId, last);
  }
  return batches.filter(({ records }) => records.length > 0);
}

const eventOf = ({ shardId, records }: Batch): StreamEvent => ({ shardId, Records: [...records] });

export const fold = (batch: Batch) => aggregateClicks(eventOf(batch));
export const continueWork = (batch: Batch) => continueWorkHandler(eventOf(batch));

/** Does all that changes ask for, and what that asks for, until there is nothing left to do; answers in how many turns. */
export async function runStreamToEnd(): Promise<number> {
  let turns = 0;
  for (let batches = await newChanges(); batches.length > 0; batches = await newChanges()) {
    for (const batch of batches) await continueWork(batch);
    turns += 1;
  }
  return turns;
}

/** What the stream's functions are told of an item that has just become what it is. */
export const eventOfItem = (item: Item): StreamEvent => ({
  Records: [{ eventName: 'MODIFY', dynamodb: { SequenceNumber: '1', NewImage: imageOf(item) } }],
});

/** In the form of the wire. */
const imageOf = (item: Item) => JSON.parse(JSON.stringify(marshall(item)));

/** Does it for all payouts that are under way in the table, though nobody has read the changes that say so. */
export async function finishPayouts(): Promise<void> {
  const underWay = async () =>
    (await itemsOfType('payout')).filter(({ status }) => workingStatuses.some((one) => one === status));
  for (let payouts = await underWay(); payouts.length > 0; payouts = await underWay()) {
    await continuePayouts(payouts.map((after) => ({ sequenceNumber: '', before: undefined, after })));
  }
}

/** Brings the statistics up to what has been written. */
export async function foldNewClicks(): Promise<void> {
  for (const batch of await newChanges()) await fold(batch);
}
