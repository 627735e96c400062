// Implements optimistic locking: repeats a read and its write if another writer has changed the item in between.

import { pause } from '#lib/foundation/aws/pause.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';

const defaultAttempts = 8;

/** Throws a 503 if another writer changed the item during every attempt. */
export async function retryOnConflict<Result>(
  work: (attempt: number) => Promise<Result>,
  attempts = defaultAttempts,
): Promise<Result> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isStaleWrite(error)) throw error;
    }
    await pause(attempt);
  }
  throw unavailable(new Error('The item changed on every attempt'));
}
