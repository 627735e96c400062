import { isDelivered } from './event-filters.ts';
import { hasName } from './failure.ts';
import { type Consumer, streamEvent } from './stream-event.ts';
import type { Positions } from './stream-positions.ts';
import type { StreamSource } from './stream-source.ts';

export type ReadPass = () => Promise<number>;

/** The position of a shard that was read to its end. Its child shards are read only then. */
const ended = 'ENDED';
const shardsCacheMilliseconds = 5000;

/** Delivers records to a consumer. If the consumer throws, the position does not advance, so the records are delivered again. */
export function createStreamReader(consumer: Consumer, source: StreamSource, positions: Positions): ReadPass {
  const iterators = new Map<string, string>();
  const currentShards = cachedFor(source.shards, shardsCacheMilliseconds);

  const readShard = async (shardId: string): Promise<number> => {
    const after = positions.get(consumer.name, shardId);
    const iterator = iterators.get(shardId) ?? (await source.iterator(shardId, after));
    if (iterator === undefined) return 0;
    iterators.delete(shardId);
    const { records, next } = await source.read(iterator);
    const delivered = records.filter((record) => isDelivered(consumer.filters, record));
    if (delivered.length > 0)
      await consumer.handle(streamEvent({ streamArn: source.arn, shardId, records: delivered }));
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
      // Skip a shard until its parent is finished, to keep the changes of an item in order.
      if (ShardId === undefined || !isOpen(ShardId) || isOpen(ParentShardId)) continue;
      delivered += await readShard(ShardId).catch((error: unknown) => {
        if (hasName(error, 'ExpiredIteratorException')) return 0;
        throw error;
      });
    }
    return delivered;
  };
}

function cachedFor<Result>(load: () => Promise<Result>, milliseconds: number): () => Promise<Result> {
  let last: { readonly result: Result; readonly at: number } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.at > milliseconds) {
      last = { result: await load(), at: performance.now() };
    }
    return last.result;
  };
}
