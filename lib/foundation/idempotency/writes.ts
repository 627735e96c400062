// Builds the writes that only the owner of a claim can commit.
import { requestInProgress } from '#lib/foundation/idempotency/rules/claim.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import type { Changes } from '#lib/foundation/table/writes/expression.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { sealBody } from './rules/sealed-body.ts';
import type { OpenAnswer, StoredAnswer } from './schema.ts';

export interface HeldClaim {
  readonly key: Key;
  readonly owner: string;
  /** Seals the response. */
  readonly sealKey: Uint8Array;
}

/** Fails the whole transaction with a 409 if another request has taken over the claim. */
const updateAsOwner = ({ key, owner }: Pick<HeldClaim, 'key' | 'owner'>, changes: Changes): Write => ({
  ...changes,
  kind: 'update',
  key,
  condition: '#owner = :owner',
  values: { owner },
  refused: requestInProgress,
});

export const sealAnswer = ({ statusCode, body }: OpenAnswer, key: Uint8Array): StoredAnswer => ({
  statusCode,
  ...(body !== undefined && { sealed: sealBody(body, key) }),
});

export const storeResponseWrite = (claim: HeldClaim, answer: OpenAnswer): Write =>
  updateAsOwner(claim, { set: { answer: sealAnswer(answer, claim.sealKey) } });

export const markDoneWrite = (claim: Pick<HeldClaim, 'key' | 'owner'>, parts: readonly number[]): Write =>
  updateAsOwner(claim, { add: { done: new Set(parts) } });
