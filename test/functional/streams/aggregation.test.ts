// Tests that each change counts once when several runs share the checkpoint of a shard: after a run that ended between two
// transactions, with more or fewer changes than that run, and while another run is in progress.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { aggregate } from '#lib/foundation/streams/aggregation.ts';
import type { Aggregation } from '#lib/foundation/streams/aggregation-definition.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { readCheckpoint, skipPast } from '#lib/foundation/streams/checkpoint.ts';
import { getItem, queryPartition } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { fakeClock } from '#test/support/fake-clock.ts';

const items = ['a', 'b', 'c', 'd', 'e', 'f'];

interface Sum {
  readonly name: string;
  readonly amount: number;
}

let partition: string;
let shardId: string;
beforeEach(() => {
  [partition, shardId] = [`TEST#${randomUUID()}`, `shard-${randomUUID()}`];
});

/** Change 1 adds 1 to each item, change 2 adds 10, change 3 adds 100, so that the sum shows how often each change counts. */
const changesUpTo = (last: number): readonly Change[] =>
  Array.from({ length: last }, (_, index) => ({
    sequenceNumber: String(index + 1),
    before: undefined,
    after: { pk: 'CHANGE', sk: String(index + 1), amount: 10 ** index },
  }));

/** `beforeRead` runs after the checkpoint is read and before each transaction. Only the checkpoint prevents that a change counts twice. */
const summing = (perTransaction: number, beforeRead = async () => {}): Aggregation<Sum, Sum> => ({
  name: 'FIGURES',
  deltasOf: ({ after }) => items.map((name) => ({ name, amount: Number(after?.amount) })),
  batchesOf: (deltas) =>
    [...Map.groupBy(deltas, ({ name }) => name)].map(([name, sums]) => ({
      name,
      amount: sums.reduce((total, { amount }) => total + amount, 0),
    })),
  prepare: async (sums) => {
    await beforeRead();
    const batches = sums.slice(0, perTransaction);
    const puts = batches.map(({ name, amount }) => ({
      kind: 'increment' as const,
      key: { pk: partition, sk: name },
      add: { total: amount },
    }));
    return { batches, puts };
  },
});

const run = (last: number, perTransaction = 2, beforeRead?: () => Promise<void>): Promise<void> =>
  aggregate(summing(perTransaction, beforeRead), shardId, changesUpTo(last));

/** Runs `action` before the transaction with this number, and only then. */
function atTransaction(transaction: number, action: () => Promise<void>): () => Promise<void> {
  let transactions = 0;
  return async () => {
    transactions += 1;
    if (transactions === transaction) await action();
  };
}

const die = async () => {
  throw new Error('The function was killed');
};
/** A run that is killed before its transaction with this number. */
const runUntil = (transaction: number, last: number): Promise<void> =>
  expect(run(last, 2, atTransaction(transaction, die))).rejects.toThrow('The function was killed');

const totals = async (): Promise<readonly unknown[]> =>
  (await queryPartition(partition)).map(({ total }) => total);
const each = (total: number): readonly number[] => items.map(() => total);

describe('the changes of one shard', () => {
  test('changes count once when their batch is delivered again, alone or with more changes', async () => {
    for (const last of [3, 3, 2, 5, 5]) await run(last);
    expect(await totals()).toEqual(each(11_111));
  });

  test('a run that was killed between two transactions is continued by the same changes', async () => {
    await runUntil(2, 3);
    expect(await totals()).toEqual([111, 111]);
    await run(3);
    expect(await totals()).toEqual(each(111));
  });

  test('a run with more changes first completes the run that was killed, and then adds the other changes to all items', async () => {
    await runUntil(3, 3);
    expect(await totals()).toEqual([111, 111, 111, 111]);
    await run(5);
    expect(await totals()).toEqual(each(11_111));
  });

  test('a run with fewer changes adds them to the remaining items only', async () => {
    await runUntil(2, 3);
    await run(2, 4);
    expect(await totals()).toEqual([111, 111, 11, 11, 11, 11]);
    await run(2, 4);
    await run(4);
    expect(await totals()).toEqual(each(1111));
  });

  test('a run with fewer changes divides them until they fit into one transaction, and fails if one change does not fit', async () => {
    await runUntil(2, 3);
    await expect(run(2, 3)).rejects.toThrow('do not fit into one transaction');
    expect(await totals()).toEqual([111, 111]);
    await run(3);
    expect(await totals()).toEqual(each(111));
  });

  test('a change that was dead-lettered in the middle of a killed run does not count, and the others count once', async () => {
    await runUntil(1, 3);
    await skipPast('FIGURES', shardId, '1');
    await skipPast('FIGURES', shardId, '1');
    await run(3);
    expect(await totals()).toEqual(each(110));
  });

  test('a skip does not move the checkpoint back', async () => {
    await run(3);
    await skipPast('FIGURES', shardId, '2');
    await run(3);
    expect(await totals()).toEqual(each(111));
  });

  test('sequence numbers are compared as numbers', async () => {
    const all = changesUpTo(3).map((change, index) => ({ ...change, sequenceNumber: String(9 + index) }));
    for (const changes of [all.slice(0, 1), all, all]) await aggregate(summing(2), shardId, changes);
    expect(await totals()).toEqual(each(111));
  });
});

describe('two runs for one shard at the same time', () => {
  test.each([1, 2, 3])(
    'each change counts once when the second run completes before transaction %i of the first run',
    async (transaction) => {
      await run(
        4,
        2,
        atTransaction(transaction, () => run(3, items.length)),
      );
      expect(await totals()).toEqual(each(1111));
    },
  );

  test.each([1, 2, 3])(
    'each change counts once when the second run has more changes and completes before transaction %i of the first run',
    async (transaction) => {
      await run(
        3,
        2,
        atTransaction(transaction, () => run(4)),
      );
      expect(await totals()).toEqual(each(1111));
    },
  );

  test('each change counts once when the second run makes one transaction of the killed run before the first run makes the same one', async () => {
    await runUntil(2, 3);
    await run(
      3,
      2,
      atTransaction(1, () => runUntil(2, 3)),
    );
    expect(await totals()).toEqual(each(111));
  });

  test('each shard has a checkpoint of its own', async () => {
    await run(2);
    shardId = `shard-${randomUUID()}`;
    await run(2);
    expect(await totals()).toEqual(each(22));
  });
});

test('a checkpoint lasts a day longer than the 14 days of the dead-letter queue', async () => {
  const clock = fakeClock('2026-03-01T09:30:00Z');
  await run(1);
  expect(await readCheckpoint('FIGURES', shardId)).toMatchObject({ sweep: null });
  const stored = await getItem(keys.checkpoint('FIGURES', shardId));
  const lifetime = Number(stored?.expiresAt) - clock.now().getTime() / 1000;
  expect(lifetime).toBeGreaterThanOrEqual(15 * secondsPerDay);
});
