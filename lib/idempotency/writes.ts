// Builds the writes that only the owner of a claim can commit.
import { requestInProgress } from '#lib/idempotency/rules/claim.ts';
import type { Key } from '#lib/table/keys/item.ts';
import type { Write } from '#lib/table/writes/write.ts';
import type { StoredAnswer } from './schema.ts';

export interface HeldClaim {
  readonly key: Key;
  readonly owner: string;
}

/** Fails the whole transaction with a 409 if another request has taken over the claim. */
const updateAsOwner = ({ key, owner }: HeldClaim, update: string, values: object): Write => ({
  kind: 'update',
  key,
  update,
  condition: '#owner = :owner',
  values: { ...values, owner },
  refused: requestInProgress,
});

export const storeResponseWrite = (claim: HeldClaim, { statusCode, body }: StoredAnswer): Write =>
  updateAsOwner(claim, 'SET #answer = :answer', { answer: { statusCode, body } });

export const markDoneWrite = (claim: HeldClaim, parts: readonly number[]): Write =>
  updateAsOwner(claim, 'SET #done = list_append(if_not_exists(#done, :none), :parts)', { parts, none: [] });
