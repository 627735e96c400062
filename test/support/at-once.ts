// Races: the same thing many times, all under way at the same time.
import type { Answer } from './service.ts';

export const atOnce = <Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

/** How many answers had each status: `{201: 1, 409: 19}`. */
export function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
