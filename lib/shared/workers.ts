// Much work, so much of it at a time.
import { allSettledOrThrow } from './together.ts';

interface Pool<Thing> {
  readonly concurrency: number;
  /** What is to be worked on next; undefined where there is nothing (more, or just now: what is under way may add to it). */
  readonly next: () => Thing | undefined;
  readonly work: (thing: Thing) => Promise<unknown>;
}

/** Works on one thing after the other until none is left. After a failure none is begun, and it is thrown when all have ended. */
export async function runWorkers<Thing>({ concurrency: atOnce, next, work }: Pool<Thing>): Promise<void> {
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (!hasFailed) {
      const thing = next();
      if (thing === undefined) return;
      try {
        await work(thing);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await allSettledOrThrow(Array.from({ length: atOnce }, worker));
}

/** The same for a list of things. */
export function forEachConcurrently<Thing>(
  things: Iterable<Thing>,
  atOnce: number,
  work: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const left = things[Symbol.iterator]();
  const next = () => {
    const { done, value } = left.next();
    return done === true ? undefined : value;
  };
  return runWorkers({ concurrency: atOnce, next, work });
}
