import { isDelivered } from './event-filters.ts';
import { hasName } from './failure.ts';
import { type Consumer, streamEvent } from './stream-event.ts';
import type { Positions } from './stream-positions.ts';
import type { ShardPage, StreamSource } from './stream-source.ts';

export type ReadPass = () => Promise<number>;

type ReadShared = (
  shardId: string,
  after: string | undefined,
  read: () => Promise<ShardPage>,
) => Promise<ShardPage>;

/** Enough for a consumer that is some pages behind the other one. */
const maxSharedPages = 8;

/** The consumers that continue after the same record share its page, because reading and parsing it takes much of the time. */
export function shareReads(): ReadShared {
  const pages = new Map<string, ShardPage>();
  return async (shardId, after = '', read) => {
    const name = `${shardId} ${after}`;
    const page = pages.get(name) ?? (await read());
    if (page.records.length > 0) pages.set(name, page);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size > maxSharedPages) pages.delete(oldest);
    return page;
  };
}

/** The position of a shard that was read to its end. Its child shards are read only then. */
const ended = 'ENDED';
const shardsCacheMilliseconds = 5000;

/** Delivers records to a consumer. If the consumer throws, the position does not advance, so the records are delivered again. */
interface Stream {
  readonly source: StreamSource;
  readonly positions: Positions;
  readonly readShared: ReadShared;
}

export function createStreamReader(consumer: Consumer, { source, positions, readShared }: Stream): ReadPass {
  const iterators = new Map<string, string>();
  const currentShards = cachedFor(source.shards, shardsCacheMilliseconds);

  const readShard = async (shardId: string): Promise<number> => {
    const after = positions.get(consumer.name, shardId);
    const iterator = iterators.get(shardId) ?? (await source.iterator(shardId, after));
    if (iterator === undefined) return 0;
    iterators.delete(shardId);
    const { records, next } = await readShared(shardId, after, () => source.read(iterator));
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
