// The table's stream, fed to its functions as Lambda's event source mapping would: batch by batch, shard by shard.
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as foldClicks } from '#functions/streams/fold-clicks.ts';
import { handler as forgetCampaigns } from '#functions/streams/forget-campaigns.ts';
import { environment } from '#lib/shared/environment.ts';
import { rawClient } from '#lib/table/client.ts';
import type { StreamEvent } from '#lib/table/stream.ts';

/** Records of one shard, in their order. */
export interface Batch {
  readonly shardId: string;
  readonly records: readonly DynamoDBRecord[];
}

const endpoint = environment.DYNAMODB_ENDPOINT;
if (endpoint === undefined)
  throw new Error('Tests run on an engine of their own: DYNAMODB_ENDPOINT names it');

const client = new DynamoDBStreamsClient({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** The JSON that Lambda hands over is the SDK's record but for the time, which is in seconds. */
const asEvent = ({ dynamodb, ...record }: StreamRecord): DynamoDBRecord =>
  ({
    ...record,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: (dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000,
    },
  }) as DynamoDBRecord;

async function shardsOf(streamArn: string): Promise<readonly string[]> {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  return (StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []);
}

async function readShard(StreamArn: string, ShardId: string, after?: string): Promise<Batch> {
  const start =
    after === undefined
      ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
      : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const);
  const { ShardIterator } = await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...start }));
  const records: DynamoDBRecord[] = [];
  for (let iterator = ShardIterator; iterator !== undefined; ) {
    const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
    if (page.Records === undefined || page.Records.length === 0) break;
    records.push(...page.Records.map(asEvent));
    iterator = page.NextShardIterator;
  }
  return { shardId: ShardId, records };
}

const positions = new Map<string, string>();

/** What has been written since this was last asked, one batch a shard. */
export async function newChanges(): Promise<readonly Batch[]> {
  const { Table } = await rawClient.send(new DescribeTableCommand({ TableName: environment.TABLE_NAME }));
  const streamArn = Table?.LatestStreamArn;
  if (streamArn === undefined) throw new Error('The table has no stream');
  const shards = await shardsOf(streamArn);
  const batches = await Promise.all(
    shards.map((shardId) => readShard(streamArn, shardId, positions.get(shardId))),
  );
  for (const { shardId, records } of batches) {
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) positions.set(shardId, last);
  }
  return batches.filter(({ records }) => records.length > 0);
}

export const eventOf = ({ shardId, records }: Batch): StreamEvent => ({ shardId, Records: [...records] });

export const fold = async (batch: Batch): Promise<void> => {
  await foldClicks(eventOf(batch));
};
export const forget = (batch: Batch): Promise<void> => forgetCampaigns(eventOf(batch));

/** Brings the statistics up to what has been written. */
export async function foldNewClicks(): Promise<void> {
  for (const batch of await newChanges()) await fold(batch);
}
