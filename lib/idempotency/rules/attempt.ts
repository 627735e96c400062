// One attempt at a request. Under an idempotency key there may have been others: what one of them has done stays as it
// is, and whatever is made is the same as it would have been then.
import { hash, randomBytes } from 'node:crypto';
import type { IdKind } from '#lib/shared/id-kinds.ts';
import { bytesOfId, idFrom } from '#lib/shared/ids.ts';
import type { Write } from '#lib/table/writes/write.ts';

export interface Attempt {
  /** When the first attempt began: the time of what is made. */
  readonly begunAt: Date;
  /** So many bytes (32 at most) that nobody can guess: for one name the same at every attempt. */
  readonly randomBytes: (name: string, count: number) => Uint8Array;
  /** An id for a part of the request, by its number: the same at every attempt. */
  readonly idOf: (kind: IdKind, part: number) => string;
  /** The parts that earlier attempts have done. */
  readonly done: ReadonlySet<number>;
  /** What notes parts as done: to be written in the transaction that does them. Nothing where no attempt can follow. */
  readonly markDone: (parts: readonly number[]) => readonly Write[];
  /** Whether the same request, sent again, goes on where this attempt stops. */
  readonly canBeContinued: boolean;
}

/** Attempts with the same secret make the same. */
export function attemptOf(
  secret: string,
  begunAt: Date,
  progress: Pick<Attempt, 'done' | 'markDone' | 'canBeContinued'>,
): Attempt {
  const bytes = (name: string, count: number) =>
    hash('sha256', JSON.stringify([secret, name]), 'buffer').subarray(0, count);
  return {
    ...progress,
    begunAt,
    randomBytes: bytes,
    idOf: (kind, part) => idFrom(kind, begunAt, bytes(`${kind} ${part}`, bytesOfId)),
  };
}

const bytesOfSecret = 16;
export const newSecret = (): string => randomBytes(bytesOfSecret).toString('base64url');

/** The only attempt at a request that no key names. */
export const singleAttempt = (now: Date): Attempt =>
  attemptOf(newSecret(), now, { done: new Set(), markDone: () => [], canBeContinued: false });
