// Races: the same thing many times, all under way at the same time.
import type { Answer } from './service.ts';

export const atOnce = <Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

const someAtATime = 10;

/** Many of a thing where that they are many matters, and not that they come at once: slow engines need a breath. */
export async function aFewAtATime<Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < times) {
    const start = results.length;
    results.push(...(await atOnce(Math.min(someAtATime, times - start), (index) => work(start + index))));
  }
  return results;
}

/** How many answers had each status: `{201: 1, 409: 19}`. */
export function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
