import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachConcurrently, runWorkers } from '#lib/shared/concurrency.ts';

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
