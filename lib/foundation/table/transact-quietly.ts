// Commits writes whose limit nobody may notice, because it would reveal who is known.
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { transact } from './transact.ts';
import type { Write } from './writes/write.ts';

/** Writes nothing, and tells nobody, if one of the writes is above its limit. */
export async function transactQuietly(writes: readonly Write[]): Promise<void> {
  try {
    await transact(writes);
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'tooManyRequests')) throw error;
  }
}
