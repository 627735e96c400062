// Creates the ids and random values of a request. All attempts with one idempotency key create the same values.
import { hash, randomBytes } from 'node:crypto';
import type { IdKind } from '#lib/foundation/shared/id-kinds.ts';
import { deterministicId, idByteLength } from '#lib/foundation/shared/ids.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

export interface Attempt {
  readonly begunAt: Date;
  /** Returns at most 32 secret bytes. The same name returns the same bytes in every attempt. */
  readonly randomBytes: (name: string, count: number) => Uint8Array;
  readonly idForPart: (kind: IdKind, part: number) => string;
  readonly done: ReadonlySet<number>;
  /**
   * Returns the writes that mark parts of the request (such as bulk items) as done, for the transaction that completes the parts.
   * Returns none if no retry can continue the request.
   */
  readonly markDone: (parts: readonly number[]) => readonly Write[];
  readonly canBeContinued: boolean;
}

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

export const singleAttempt = (now: Date): Attempt =>
  createAttempt(newSecret(), now, { done: new Set(), markDone: () => [], canBeContinued: false });
