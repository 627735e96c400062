// Repeats a command while its stage is unavailable, for example because it restarts.
import { setTimeout } from 'node:timers/promises';
import { type Failure, failureOf } from './failure.ts';

const pausesInSeconds = [1, 2, 4, 8, 15];

interface Reporting {
  readonly report: (failure: Failure) => void;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Throws any other failure at once, and the last one after half a minute. */
export async function retryWhileUnavailable<Result>(
  run: () => Promise<Result>,
  { report, pause = setTimeout }: Reporting,
): Promise<Result> {
  for (const seconds of pausesInSeconds) {
    try {
      return await run();
    } catch (error) {
      const { code, message } = failureOf(error);
      if (code !== 'unavailable') throw error;
      report({ code, message: `${message}. Trying again in ${seconds} s` });
    }
    await pause(seconds * 1000);
  }
  return run();
}
