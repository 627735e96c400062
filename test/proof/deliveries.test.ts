// Tests the helpers that repeat, shuffle and distribute tasks.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deliverAtLeastOnce, seededRandom, shuffled } from '#test/support/random.ts';
import { byWorkers } from '#test/support/workers.ts';

const items = Array.from({ length: 50 }, (_, index) => index);

test('`deliverAtLeastOnce` repeats each item three times in a sequence that depends on the seed', () => {
  const order = deliverAtLeastOnce(items, 3, seededRandom(1, 'deliveries'));
  expect(order.toSorted((one, other) => one - other)).toEqual(items.flatMap((item) => [item, item, item]));
  expect(deliverAtLeastOnce(items, 3, seededRandom(1, 'deliveries'))).toEqual(order);
  expect(deliverAtLeastOnce(items, 3, seededRandom(2, 'deliveries'))).not.toEqual(order);
  expect(deliverAtLeastOnce(items, 3, seededRandom(1, 'refunds'))).not.toEqual(order);
});

test('`shuffled` returns every permutation with equal probability', () => {
  const random = seededRandom(1, 'orders');
  const times = new Map<string, number>();
  for (let drawn = 0; drawn < 6000; drawn += 1) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    times.set(order, (times.get(order) ?? 0) + 1);
  }
  expect(times.size).toBe(6);
  // Each order has an expected count of 1,000 in 6,000 draws, and 116 is four standard deviations.
  for (const count of times.values()) expect(Math.abs(count - 1000)).toBeLessThan(116);
});

test('`byWorkers` runs each task once, in parallel on all workers, and at most one task per worker', async () => {
  const done: number[] = [];
  const busyWorkers = new Set<string>();
  let mostAtOnce = 0;
  await byWorkers(['a', 'b', 'c'], items, async (item, worker) => {
    expect(busyWorkers).not.toContain(worker);
    busyWorkers.add(worker);
    mostAtOnce = Math.max(mostAtOnce, busyWorkers.size);
    await setTimeout(item % 3);
    busyWorkers.delete(worker);
    done.push(item);
  });
  expect(done.toSorted((one, other) => one - other)).toEqual(items);
  expect(mostAtOnce).toBe(3);
});

test('`byWorkers` stops at a failed task after the running tasks have finished', async () => {
  const done: number[] = [];
  const work = byWorkers(['a', 'b'], items, async (item) => {
    if (item === 1) throw new Error('the second one');
    await setTimeout(5);
    done.push(item);
  });
  await expect(work).rejects.toThrow('the second one');
  expect(done).toEqual([0]);
});
