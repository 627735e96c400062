// What becomes of a request by what is known of its idempotency key.
import { hash } from 'node:crypto';
import type { StoredAnswer, StoredClaim } from '#lib/idempotency/schema.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { DomainError } from '#lib/shared/errors.ts';

/** Whatever of a request makes it another one: its endpoint, and all of its input. */
export type Content = Readonly<Record<string, unknown>>;

/** With a secret, so that nobody can find out what was sent by trying. */
export const fingerprintOf = (content: Content, secret: string): string =>
  hash('sha256', JSON.stringify([secret, content]), 'base64url');

/** What a key stands for is hashed, as it may say more than it should; with the brand, so that it differs by it. */
export const digestOf = (brandId: string, key: string): string =>
  hash('sha256', JSON.stringify([brandId, key]), 'base64url');

const secondsUntilAnotherTry = 1;

export const requestInProgress = (): DomainError =>
  new DomainError('conflict', 'A request with this Idempotency-Key is under way', {
    retryAfterSeconds: secondsUntilAnotherTry,
  });

const keyUsedByAnotherRequest = (): DomainError =>
  new DomainError('unprocessable', 'This Idempotency-Key was used for another request');

/**
 * `free`: no request has the key. `left`: an attempt at this request has ended without an answer. `answered`: it has had its
 * effect.
 */
export type ClaimState =
  | { readonly kind: 'free' }
  | { readonly kind: 'left'; readonly claim: StoredClaim }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer };

/** A 422 where another request has the key, a 409 where this one is under way. */
export function claimStateOf(claim: StoredClaim | undefined, content: Content, now: Date): ClaimState {
  // What is over leaves the table some time later.
  if (claim === undefined || claim.expiresAt <= epochSeconds(now)) return { kind: 'free' };
  if (claim.fingerprint !== fingerprintOf(content, claim.secret)) throw keyUsedByAnotherRequest();
  if (claim.answer !== undefined) return { kind: 'answered', answer: claim.answer };
  if (claim.leaseUntil > now.getTime()) throw requestInProgress();
  return { kind: 'left', claim };
}
