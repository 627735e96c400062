// Read, decide, write: and again, when someone else has written in between.
import { unavailable } from '#lib/shared/errors.ts';
import { pause } from './pause.ts';

/** Thrown by a write whose item is no longer what the decision was made on. */
class Changed extends Error {}
export const changed = () => new Changed('The item has changed since it was read');
export const isChanged = (error: unknown): boolean => error instanceof Changed;

const attempts = 8;

/** Runs `work` until nothing changed under it, `tries` times at most. Only a write that refuses with `changed` is tried again. */
export async function decideAndWrite<Result>(work: () => Promise<Result>, tries = attempts): Promise<Result> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isChanged(error)) throw error;
    }
    await pause(attempt);
  }
  throw unavailable(new Error('The item changed on every attempt'));
}
