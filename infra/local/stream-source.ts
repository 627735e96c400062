import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { environment } from '#lib/shared/environment.ts';
import { rawClient } from '#lib/table/client.ts';
import { hasName } from './failure.ts';

export type { StreamRecord };

export interface ShardPage {
  readonly records: readonly StreamRecord[];
  readonly next: string | undefined;
}

export interface StreamSource {
  readonly arn: string;
  /** Returns parent shards before their children. */
  shards(): Promise<readonly Shard[]>;
  iterator(shardId: string, after: string | undefined): Promise<string | undefined>;
  read(iterator: string): Promise<ShardPage>;
}

/** 100 is the default batch size of Lambda. */
const batchSize = 100;

const connect = () =>
  new DynamoDBStreamsClient({
    endpoint: environment.DYNAMODB_ENDPOINT,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

async function streamArn(): Promise<string> {
  const { Table } = await rawClient.send(new DescribeTableCommand({ TableName: environment.TABLE_NAME }));
  if (Table?.LatestStreamArn === undefined) throw new Error(`${environment.TABLE_NAME} has no stream`);
  return Table.LatestStreamArn;
}

async function allShards(client: DynamoDBStreamsClient, arn: string): Promise<readonly Shard[]> {
  const shards: Shard[] = [];
  let start: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn: arn, ExclusiveStartShardId: start }),
    );
    shards.push(...(StreamDescription?.Shards ?? []));
    start = StreamDescription?.LastEvaluatedShardId;
  } while (start !== undefined);
  return shards.toSorted((one, other) => (one.ShardId ?? '').localeCompare(other.ShardId ?? ''));
}

export async function openStream(): Promise<StreamSource> {
  const client = connect();
  const arn = await streamArn();
  const iteratorFrom = async (ShardId: string, start: { SequenceNumber?: string }) => {
    const ShardIteratorType = start.SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
    const command = new GetShardIteratorCommand({ StreamArn: arn, ShardId, ShardIteratorType, ...start });
    return (await client.send(command)).ShardIterator;
  };
  return {
    arn,
    shards: () => allShards(client, arn),
    iterator: (shardId, after) =>
      iteratorFrom(shardId, after === undefined ? {} : { SequenceNumber: after }).catch((error: unknown) => {
        // The position has expired from the stream: continue with the oldest record.
        if (hasName(error, 'TrimmedDataAccessException')) return iteratorFrom(shardId, {});
        throw error;
      }),
    read: async (iterator) => {
      const command = new GetRecordsCommand({ ShardIterator: iterator, Limit: batchSize });
      const { Records: records = [], NextShardIterator: next } = await client.send(command);
      return { records, next };
    },
  };
}
