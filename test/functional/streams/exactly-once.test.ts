// Tests that each change counts once in each item when several runs share a shard: after a run that ended between two writes, with more
// or fewer changes than that run, and while another run is in progress.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { includedIn, processOnce, readProgress, skipPast } from '#lib/foundation/streams/exactly-once.ts';
import { getItem, queryPartition } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { fakeClock } from '#test/support/fake-clock.ts';

const items = ['a', 'b', 'c', 'd', 'e', 'f'];

let partition: string;
let shardId: string;
const newShard = () => `shard-${randomUUID()}`;
beforeEach(() => {
  [partition, shardId] = [`TEST#${randomUUID()}`, newShard()];
});

interface Numbered {
  readonly sequenceNumber: string;
  readonly amount: number;
}

/** Change 1 adds 1 to each item, change 2 adds 10, change 3 adds 100, so that the sum shows how often each change counts. */
const changesUpTo = (last: number): readonly Numbered[] =>
  Array.from({ length: last }, (_, index) => ({ sequenceNumber: String(index + 1), amount: 10 ** index }));

const noHook = async () => {};

/** `beforeWrite` runs after the checkpoint is read and before each write, and `afterRead` between the read of an item and of the checkpoint. */
const addTo = (
  shard: string,
  name: string,
  changes: readonly Numbered[],
  { beforeWrite = noHook, afterRead = noHook },
): Promise<void> =>
  retryOnConflict(async () => {
    const key = { pk: partition, sk: name };
    const item = await getItem(key);
    await afterRead();
    const included = includedIn(item);
    const progress = await readProgress(shard, [included]);
    const added = progress.newChanges(included, changes);
    const last = added.at(-1);
    if (last === undefined) return;
    await beforeWrite();
    const [revision, total] = [Number(item?.revision ?? 0), Number(item?.total ?? 0)];
    const existing = await putOrGetExisting(
      {
        ...{ ...key, included: progress.include(included, last), revision: revision + 1 },
        total: added.reduce((sum, { amount }) => sum + amount, total),
      },
      item === undefined
        ? { condition: 'attribute_not_exists(#pk)' }
        : { condition: '#revision = :revision', values: { revision } },
    );
    if (existing !== undefined) throw staleWrite();
  });

const process = (
  shard: string,
  changes: readonly Numbered[],
  hooks: { beforeWrite?: () => Promise<void> } = {},
) =>
  processOnce(shard, changes, async (later) => {
    for (const name of items) await addTo(shard, name, later, hooks);
  });

const run = (last: number, beforeWrite = noHook): Promise<void> =>
  process(shardId, changesUpTo(last), { beforeWrite });

/** Runs `action` before the write with this number, and only then. */
function atWrite(write: number, action: () => Promise<void>): () => Promise<void> {
  let writes = 0;
  return async () => {
    writes += 1;
    if (writes === write) await action();
  };
}

const die = async () => {
  throw new Error('The function was killed');
};
/** Starts a run that is killed before its write with this number. */
const runUntil = (write: number, last: number): Promise<void> =>
  expect(run(last, atWrite(write, die))).rejects.toThrow('The function was killed');

const stored = () => queryPartition(partition);
const totals = async (): Promise<readonly unknown[]> => (await stored()).map(({ total }) => total);
const each = (total: number): readonly number[] => items.map(() => total);

describe('the changes of one shard', () => {
  test('changes count once when their batch is delivered again, alone or with more changes', async () => {
    for (const last of [3, 3, 2, 5, 5]) await run(last);
    expect(await totals()).toEqual(each(11_111));
  });

  test('a run that was killed between two writes is completed by the same changes', async () => {
    await runUntil(3, 3);
    expect(await totals()).toEqual([111, 111]);
    await run(3);
    expect(await totals()).toEqual(each(111));
  });

  test('a run with more changes adds to each item those that the killed run did not add', async () => {
    await runUntil(5, 3);
    expect(await totals()).toEqual([111, 111, 111, 111]);
    await run(5);
    expect(await totals()).toEqual(each(11_111));
  });

  test('a run with fewer changes than the killed run adds them to the remaining items only', async () => {
    await runUntil(3, 3);
    await run(2);
    expect(await totals()).toEqual([111, 111, 11, 11, 11, 11]);
    await run(2);
    await run(4);
    expect(await totals()).toEqual(each(1111));
  });

  test('a change that was dead-lettered does not count when its batch returns, and the others count once', async () => {
    await runUntil(1, 3);
    await skipPast(shardId, '1');
    await skipPast(shardId, '1');
    await run(3);
    expect(await totals()).toEqual(each(110));
  });

  test('a skip does not move the checkpoint back', async () => {
    await run(3);
    await skipPast(shardId, '2');
    await run(3);
    expect(await totals()).toEqual(each(111));
  });

  test('sequence numbers are compared as numbers', async () => {
    const all = changesUpTo(3).map((change, index) => ({ ...change, sequenceNumber: String(9 + index) }));
    for (const changes of [all.slice(0, 1), all, all]) await process(shardId, changes);
    expect(await totals()).toEqual(each(111));
  });
});

describe('two runs for one shard at the same time', () => {
  test.each([1, 3, 6])(
    'each change counts once when the second run completes before write %i of the first run',
    async (write) => {
      await run(
        4,
        atWrite(write, () => run(3)),
      );
      expect(await totals()).toEqual(each(1111));
    },
  );

  test.each([1, 3, 6])(
    'each change counts once when the second run has more changes and completes before write %i of the first run',
    async (write) => {
      await run(
        3,
        atWrite(write, () => run(4)),
      );
      expect(await totals()).toEqual(each(1111));
    },
  );
});

describe('the shards that an item names', () => {
  const one = changesUpTo(1);

  test('each shard adds its own changes', async () => {
    await run(2);
    await process(newShard(), changesUpTo(2));
    expect(await totals()).toEqual(each(22));
  });

  test('an item names few shards after the batches of many, and a repeated batch of each still adds nothing', async () => {
    const shards = Array.from({ length: 12 }, newShard);
    for (const shard of shards) await process(shard, one);
    for (const shard of shards) await process(shard, one);
    expect(await totals()).toEqual(each(12));
    for (const item of await stored()) expect(Object.keys(includedIn(item)).length).toBeLessThanOrEqual(5);
  });

  test('an item still names a shard whose run was killed after the batches of many others', async () => {
    await runUntil(3, 1);
    for (const shard of Array.from({ length: 12 }, newShard)) await process(shard, one);
    expect(await totals()).toEqual([13, 13, 12, 12, 12, 12]);
    await run(1);
    expect(await totals()).toEqual(each(13));
  });

  test('a run that read an item before it forgot the shard adds nothing', async () => {
    const others = async () => {
      await run(1);
      for (const shard of Array.from({ length: 6 }, newShard)) await process(shard, one);
    };
    await addTo(shardId, 'a', one, { afterRead: atWrite(1, others) });
    expect(await totals()).toEqual(each(7));
  });

  test('a run that ends late does not move the checkpoint back, so changes that items forgot add nothing', async () => {
    const others = async () => {
      await run(3);
      for (const shard of Array.from({ length: 6 }, newShard)) await process(shard, one);
    };
    await run(1, atWrite(1, others));
    for (const item of await stored()) expect(includedIn(item)).not.toHaveProperty(shardId);
    await run(3);
    expect(await totals()).toEqual(each(117));
  });

  test('a run that reads an item after it forgot the shard adds nothing', async () => {
    await run(1);
    for (const shard of Array.from({ length: 6 }, newShard)) await process(shard, one);
    await addTo(shardId, 'a', one, {});
    expect(includedIn((await stored())[0])).not.toHaveProperty(shardId);
    expect(await totals()).toEqual(each(7));
  });
});

test('a checkpoint lasts a day longer than the 14 days of the dead-letter queue', async () => {
  const clock = fakeClock('2026-03-01T09:30:00Z');
  await run(1);
  const { expiresAt } = (await getItem(keys.checkpoint('SHARDS', shardId))) ?? {};
  const lifetime = Number(expiresAt) - clock.now().getTime() / 1000;
  expect(lifetime).toBeGreaterThanOrEqual(15 * secondsPerDay);
});
