// Tests how the local stage reads the shards of the table's stream.
import { expect, test } from 'vitest';
import { openPositions } from '#infra/local/stream-positions.ts';
import { createStreamReader } from '#infra/local/stream-reader.ts';
import type { StreamRecord, StreamSource } from '#infra/local/stream-source.ts';

const record = (SequenceNumber: string): StreamRecord => ({
  dynamodb: { SequenceNumber, ApproximateCreationDateTime: 0, NewImage: { id: { S: SequenceNumber } } },
});

interface ShardContent {
  readonly records: readonly string[];
  readonly parent?: string;
  readonly isClosed?: boolean;
}

/** A stream with two records in each page. An iterator is the id of its shard and the number of records before it. */
function streamOf(shards: Readonly<Record<string, ShardContent>>): StreamSource {
  const recordsOf = (shardId = '') => shards[shardId]?.records ?? [];
  return {
    arn: 'arn:stream',
    shards: async () =>
      Object.entries(shards).map(([ShardId, { parent }]) => ({
        ShardId,
        ...(parent && { ParentShardId: parent }),
      })),
    iterator: async (shardId, after) =>
      `${shardId} ${after === undefined ? 0 : recordsOf(shardId).indexOf(after) + 1}`,
    read: async (iterator) => {
      const [shardId = '', start] = iterator.split(' ');
      const end = Number(start) + 2;
      const isLast = shards[shardId]?.isClosed === true && end >= recordsOf(shardId).length;
      return {
        records: recordsOf(shardId).slice(Number(start), end).map(record),
        next: isLast ? undefined : `${shardId} ${Math.min(end, recordsOf(shardId).length)}`,
      };
    },
  };
}

/** Fails the first delivery of the record `failing`. */
function readerOf(source: StreamSource, failing?: string) {
  const delivered: string[] = [];
  let hasFailed = false;
  const consumer = {
    name: 'consumer',
    handle: async ({ Records }: { readonly Records: readonly StreamRecord[] }) => {
      const numbers = Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
      if (!hasFailed && failing !== undefined && numbers.includes(failing)) {
        hasFailed = true;
        throw new Error('The consumer failed');
      }
      delivered.push(...numbers);
    },
  };
  return { delivered, pass: createStreamReader(consumer, source, openPositions(source.arn)) };
}

test('records whose consumer failed are delivered again before the next ones', async () => {
  const { delivered, pass } = readerOf(streamOf({ a: { records: ['1', '2', '3', '4', '5'] } }), '3');
  await pass();
  await expect(pass()).rejects.toThrow('The consumer failed');
  await pass();
  await pass();
  expect(delivered).toEqual(['1', '2', '3', '4', '5']);
});

test('the records of a shard are delivered after those of its parent, so that the changes of an item stay in order', async () => {
  const shards = { a: { records: ['1', '2', '3'], isClosed: true }, b: { records: ['4'], parent: 'a' } };
  const { delivered, pass } = readerOf(streamOf(shards), '1');
  await expect(pass()).rejects.toThrow('The consumer failed');
  expect(delivered).toEqual([]);
  for (const _ of [1, 2]) await pass();
  expect(delivered).toEqual(['1', '2', '3', '4']);
  expect(await pass()).toBe(0);
});
