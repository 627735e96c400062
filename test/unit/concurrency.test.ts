import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { forEachConcurrently, forEachIsolated, runWorkers } from '#lib/foundation/shared/concurrency.ts';

test('`forEachConcurrently` processes every item with the given concurrency', async () => {
  const done: number[] = [];
  let [underWay, most] = [0, 0];
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (thing) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await setImmediate();
    underWay -= 1;
    done.push(thing);
  });
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('`runWorkers` also processes items that are added after other workers have become idle', async () => {
  const left = [3];
  const done: number[] = [];
  await runWorkers({
    concurrency: 2,
    next: () => left.shift(),
    work: async (thing) => {
      await setImmediate();
      done.push(thing);
      if (thing > 0) left.push(thing - 1);
    },
  });
  expect(done).toEqual([3, 2, 1, 0]);
});

test('`forEachConcurrently` starts no new item after a failure and throws when the running items have finished', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const working = forEachConcurrently([1, 2, 3, 4], 2, async (thing) => {
    begun.push(thing);
    if (thing === 1) throw new Error('no');
    await setImmediate();
    ended.push(thing);
  });
  await expect(working).rejects.toThrow('no');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});

test('`forEachIsolated` continues after each failure, and throws one error with all failures at its end', async () => {
  const done: number[] = [];
  const failed: number[] = [];
  const loop = forEachIsolated([1, 2, 3, 4], {
    work: async (thing) => {
      if (thing % 2 === 0) throw new Error(`no ${thing}`);
      done.push(thing);
    },
    onFailure: (thing) => failed.push(thing),
  });
  const error: unknown = await loop.catch((thrown: unknown) => thrown);
  expect([done, failed]).toEqual([
    [1, 3],
    [2, 4],
  ]);
  expect(error).toMatchObject({ errors: [{ message: 'no 2' }, { message: 'no 4' }] });
});

test('a failure of several items is caused by the input only if no failure of them is transient', () => {
  const outage = Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
  expect(isCausedByInput(new AggregateError([new TypeError('bad'), new TypeError('worse')]))).toBe(true);
  expect(isCausedByInput(new AggregateError([new TypeError('bad'), outage]))).toBe(false);
});
