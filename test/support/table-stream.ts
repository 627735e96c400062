// Reads the stream of the test's table.
import type { DynamoDBRecord } from 'aws-lambda';
import { streamEvent } from '#infra/local/stream-event.ts';
import { openStream, type StreamSource } from '#infra/local/stream-source.ts';

export interface Batch {
  readonly shardId: string;
  readonly records: readonly DynamoDBRecord[];
}

interface OpenShard {
  readonly shardId: string;
  iterator: string | undefined;
}

interface OpenStream {
  readonly source: StreamSource;
  readonly shards: readonly OpenShard[];
}

/** Open between calls, because opening a stream takes three requests. */
let stream: Promise<OpenStream> | undefined;

/** The next call begins with the first change of the table, because the table of a test file is new. */
export function forgetStream(): void {
  stream = undefined;
}

async function openFromStart(): Promise<OpenStream> {
  const source = await openStream();
  const ids = (await source.shards()).flatMap(({ ShardId }) => ShardId ?? []);
  const shards = ids.map(async (shardId) => ({
    shardId,
    iterator: await source.iterator(shardId, undefined),
  }));
  return { source, shards: await Promise.all(shards) };
}

async function readShard(source: StreamSource, shard: OpenShard): Promise<Batch> {
  const { shardId } = shard;
  const records: DynamoDBRecord[] = [];
  while (shard.iterator !== undefined) {
    const page = await source.read(shard.iterator);
    shard.iterator = page.next;
    if (page.records.length === 0) break;
    records.push(...streamEvent({ streamArn: source.arn, shardId, records: page.records }).Records);
  }
  return { shardId, records };
}

/** The changes since the last call, one batch per shard. */
export async function newChanges(): Promise<readonly Batch[]> {
  stream ??= openFromStart();
  const { source, shards } = await stream;
  const batches = await Promise.all(shards.map((shard) => readShard(source, shard)));
  return batches.filter(({ records }) => records.length > 0);
}
