// Decides how to handle a request, based on the stored claim of its idempotency key.
import { hash } from 'node:crypto';
import type { OpenAnswer, StoredAnswer, StoredClaim } from '#lib/foundation/idempotency/schema.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { openBody } from './sealed-body.ts';

export type RequestContent = Readonly<Record<string, unknown>>;

/** The secret is a salt: two claims of equal requests have different fingerprints, and precomputed hashes do not match. */
export const fingerprintOf = (content: RequestContent, secret: string): string =>
  hash('sha256', JSON.stringify([secret, content]), 'base64url');

/** Hashes the idempotency key, because a key may contain confidential data. */
export const digestOf = (brandId: string, key: string): string =>
  hash('sha256', JSON.stringify([brandId, key]), 'base64url');

const retrySeconds = 1;

export const requestInProgress = (): DomainError =>
  new DomainError(
    'conflict',
    'idempotency_key_in_use',
    'A request with this Idempotency-Key is in progress',
    {
      retryAfterSeconds: retrySeconds,
    },
  );

const keyAlreadyUsed = (): DomainError =>
  new DomainError(
    'unprocessable',
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request',
  );

export type ClaimState =
  | { readonly kind: 'unclaimed' }
  | { readonly kind: 'abandoned'; readonly claim: StoredClaim }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer; readonly secret: string };

/** Throws a 422 if a different request used the key, or a 409 while another attempt holds the lease. */
export function claimStateOf(claim: StoredClaim | undefined, content: RequestContent, now: Date): ClaimState {
  // Treat an expired claim as deleted, because DynamoDB deletes expired items with a delay.
  if (claim === undefined || claim.expiresAt <= epochSeconds(now)) return { kind: 'unclaimed' };
  if (claim.fingerprint !== fingerprintOf(content, claim.secret)) throw keyAlreadyUsed();
  if (claim.answer !== undefined) return { kind: 'answered', answer: claim.answer, secret: claim.secret };
  if (claim.leaseUntil > now.getTime()) throw requestInProgress();
  return { kind: 'abandoned', claim };
}

export const openAnswer = ({ statusCode, sealed }: StoredAnswer, key: Uint8Array): OpenAnswer => ({
  statusCode,
  body: sealed === undefined ? undefined : openBody(sealed, key),
});
