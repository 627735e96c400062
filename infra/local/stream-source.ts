// Reading the table's stream. Outside the tests only this file needs the client of DynamoDB Streams.
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

/** Some records of a shard, in order, and where the next ones begin; no `next` where the shard has ended. */
export interface ShardPage {
  readonly records: readonly StreamRecord[];
  readonly next: string | undefined;
}

export interface StreamSource {
  readonly arn: string;
  /** All shards, each after the one that it continues. */
  shards(): Promise<readonly Shard[]>;
  /** Where the records after a position begin; all there still are without one. */
  iterator(shardId: string, after: string | undefined): Promise<string | undefined>;
  /** At most 100 records. */
  read(iterator: string): Promise<ShardPage>;
}

/** As many records as Lambda hands over at a time, unless it is told otherwise. */
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

/** The stream of the table that the environment names. */
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
        // Older than a stream keeps its records: go on with the oldest that it has.
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
