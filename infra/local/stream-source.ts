// Reads the stream of the local table.
import type { DynamoDBRecord } from 'aws-lambda';
import { createDynamoDb } from '#lib/foundation/aws/dynamodb.ts';
import { localEndpoint } from '#lib/foundation/aws/json-client.ts';
import { createRetryingClient } from '#lib/foundation/aws/retrying-client.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { hasName } from './failure.ts';

/** The stream returns records as Lambda receives them, with binary values in base64, but without the ARN of the stream. */
export type StreamRecord = DynamoDBRecord;

interface Shard {
  readonly ShardId?: string;
  readonly ParentShardId?: string;
}

/** The fields of the responses of all operations. */
interface Response {
  readonly StreamDescription?: { readonly Shards?: readonly Shard[]; readonly LastEvaluatedShardId?: string };
  readonly ShardIterator?: string;
  readonly Records?: readonly StreamRecord[];
  readonly NextShardIterator?: string;
}

interface ShardPage {
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

/** The most that a call can return. A large batch writes each figure and each segment of events less often. */
const batchSize = 1000;

const service = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDBStreams_20120810',
  version: '1.0',
} as const;

type Call = (operation: string, input: object) => Promise<Response>;

const limits = { maxAttempts: 3, connectionTimeout: 5000, requestTimeout: 20_000 };
const { DYNAMODB_ENDPOINT: address } = environment;
const endpoint = address === undefined ? undefined : localEndpoint(address);

async function streamArn(): Promise<string> {
  const { Table } = await createDynamoDb(limits, endpoint).send('DescribeTable', {
    TableName: environment.TABLE_NAME,
  });
  if (Table?.LatestStreamArn === undefined) throw new Error(`${environment.TABLE_NAME} has no stream`);
  return Table.LatestStreamArn;
}

async function allShards(call: Call, arn: string): Promise<readonly Shard[]> {
  const shards: Shard[] = [];
  let start: string | undefined;
  do {
    const { StreamDescription } = await call('DescribeStream', {
      StreamArn: arn,
      ExclusiveStartShardId: start,
    });
    shards.push(...(StreamDescription?.Shards ?? []));
    start = StreamDescription?.LastEvaluatedShardId;
  } while (start !== undefined);
  return shards.toSorted((one, other) => (one.ShardId ?? '').localeCompare(other.ShardId ?? ''));
}

export async function openStream(): Promise<StreamSource> {
  const call: Call = createRetryingClient(service, limits, endpoint);
  const arn = await streamArn();
  const iteratorFrom = async (ShardId: string, start: { SequenceNumber?: string }) => {
    const ShardIteratorType = start.SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
    const input = { StreamArn: arn, ShardId, ShardIteratorType, ...start };
    return (await call('GetShardIterator', input)).ShardIterator;
  };
  return {
    arn,
    shards: () => allShards(call, arn),
    iterator: (shardId, after) =>
      iteratorFrom(shardId, after === undefined ? {} : { SequenceNumber: after }).catch((error: unknown) => {
        // The position has expired from the stream: continue with the oldest record.
        if (hasName(error, 'TrimmedDataAccessException')) return iteratorFrom(shardId, {});
        throw error;
      }),
    read: async (iterator) => {
      const input = { ShardIterator: iterator, Limit: batchSize };
      const { Records: records = [], NextShardIterator: next } = await call('GetRecords', input);
      return { records, next };
    },
  };
}
