// Runs the same work many times concurrently.
import type { Answer } from './service.ts';

export const runConcurrently = <Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: times }, (_, index) => work(index)));

const batchSize = 10;

/** Limits concurrency to batches of ten, for slow engines. */
export async function runInBatches<Result>(
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < times) {
    const start = results.length;
    results.push(
      ...(await runConcurrently(Math.min(batchSize, times - start), (index) => work(start + index))),
    );
  }
  return results;
}

/** Counts responses by status: `{201: 1, 409: 19}`. */
export function countByStatus(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
