// One attempt at a request. All attempts with one idempotency key create the same ids and tokens.
import { hash, randomBytes } from 'node:crypto';
import type { IdKind } from '#lib/shared/id-kinds.ts';
import { deterministicId, idByteLength } from '#lib/shared/ids.ts';
import type { Write } from '#lib/table/writes/write.ts';

export interface Attempt {
  /** The start of the first attempt: the time of creation for all items. */
  readonly begunAt: Date;
  /** Up to 32 secret bytes, the same for one name in every attempt. */
  readonly randomBytes: (name: string, count: number) => Uint8Array;
  /** An id for a part of the request, the same in every attempt. */
  readonly idForPart: (kind: IdKind, part: number) => string;
  /** The parts that earlier attempts completed. */
  readonly done: ReadonlySet<number>;
  /** Marks parts as done, in the transaction that completes them. Empty if no attempt can follow. */
  readonly markDone: (parts: readonly number[]) => readonly Write[];
  /** Whether a retry of the request continues where this attempt stops. */
  readonly canBeContinued: boolean;
}

/** Attempts with the same secret create the same ids and bytes. */
export function createAttempt(
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
    idForPart: (kind, part) => deterministicId(kind, begunAt, bytes(`${kind} ${part}`, idByteLength)),
  };
}

const secretBytes = 16;
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** The only attempt at a request without an idempotency key. */
export const singleAttempt = (now: Date): Attempt =>
  createAttempt(newSecret(), now, { done: new Set(), markDone: () => [], canBeContinued: false });
