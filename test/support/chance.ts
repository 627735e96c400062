// Chance that is the same for the same seed, for what tests need of it beyond the demo data's.
import { createHash } from 'node:crypto';
import { type Chance, chanceOf } from '#infra/local/demo/random.ts';

/** Chance of its own for each name, so that what one draws changes nothing for the others. */
export const chanceFor = (seed: number, name: string): Chance =>
  chanceOf(createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE(0));

/** The same items in an order drawn by chance; all orders are equally likely (Fisher–Yates). */
export function shuffled<Item>(items: readonly Item[], chance: Chance): readonly Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = chance.between(0, last);
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

/** Every item so many times, all in one random order: as what delivers at least once may deliver. */
export const delivered = <Item>(items: readonly Item[], times: number, chance: Chance): readonly Item[] =>
  shuffled(Array.from({ length: times }, () => items).flat(), chance);
