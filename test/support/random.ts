// Seeded random numbers for tests.
import { createHash } from 'node:crypto';
import { newRandom, type Random } from '#infra/local/demo/random.ts';

/** Returns an independent random sequence for each name. */
export const seededRandom = (seed: number, name: string): Random =>
  newRandom(createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE(0));

/** Shuffles items uniformly (Fisher–Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

/** Simulates at-least-once delivery: every item several times, in random order. */
export const deliverAtLeastOnce = <Item>(
  items: readonly Item[],
  times: number,
  random: Random,
): readonly Item[] => shuffled(Array.from({ length: times }, () => items).flat(), random);
