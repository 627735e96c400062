// One stream function's way through the shards of the stream.
import { hasName } from './failure.ts';
import { type Consumer, streamEvent } from './stream-event.ts';
import type { Positions } from './stream-positions.ts';
import type { StreamSource } from './stream-source.ts';

/** Reads on where a consumer is, in every shard; isReachable how many records it has delivered over. */
export type ReadPass = () => Promise<number>;

/** A shard is left for good when its end was read; in DynamoDB it then has children. */
const ended = 'ENDED';
const shardsCacheMilliseconds = 5000;

/** What a function throws is no record's fault: then nothing has moved, and the same records are delivered over again. */
export function createStreamReader(consumer: Consumer, source: StreamSource, positions: Positions): ReadPass {
  const iterators = new Map<string, string>();
  const currentShards = cachedFor(source.shards, shardsCacheMilliseconds);

  const readShard = async (shardId: string): Promise<number> => {
    const after = positions.get(consumer.name, shardId);
    const iterator = iterators.get(shardId) ?? (await source.iterator(shardId, after));
    if (iterator === undefined) return 0;
    iterators.delete(shardId);
    const { records, next } = await source.read(iterator);
    if (records.length > 0) await consumer.handle(streamEvent({ streamArn: source.arn, shardId, records }));
    const last = next === undefined ? ended : records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) positions.set(consumer.name, shardId, last);
    if (next !== undefined) iterators.set(shardId, next);
    return records.length;
  };

  return async () => {
    let delivered = 0;
    const shards = await currentShards();
    const isOpen = (shardId = '') =>
      shards.some((shard) => shard.ShardId === shardId) && positions.get(consumer.name, shardId) !== ended;
    for (const { ShardId, ParentShardId } of shards) {
      // What a shard continues comes first: an item's changes stay in their order.
      if (ShardId === undefined || !isOpen(ShardId) || isOpen(ParentShardId)) continue;
      delivered += await readShard(ShardId).catch((error: unknown) => {
        if (hasName(error, 'ExpiredIteratorException')) return 0;
        throw error;
      });
    }
    return delivered;
  };
}

/** Asks again only when the last answer is older than that. */
function cachedFor<Result>(load: () => Promise<Result>, milliseconds: number): () => Promise<Result> {
  let last: { readonly result: Result; readonly at: number } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.at > milliseconds) {
      last = { result: await load(), at: performance.now() };
    }
    return last.result;
  };
}
