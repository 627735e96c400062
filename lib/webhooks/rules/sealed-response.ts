// Seals the stored response of a receiver with the nonce of its event, because a receiver can repeat the data of the event. The erasure of
// the event removes the nonce, and then nobody can read the response. docs/decisions/0122
import { hash } from 'node:crypto';
import { openBody, sealBody } from '#lib/idempotency/rules/sealed-body.ts';
import type { Attempt, StoredAttempt } from '#lib/webhooks/schema/delivery.ts';

const keyOf = (nonce: string): Uint8Array =>
  hash('sha256', JSON.stringify(['response of a receiver', nonce]), 'buffer');

/** An erased event has no nonce. Its response stays readable, because the event that was sent had no personal data. */
export function sealedAttempt(attempt: Attempt, nonce: string | undefined): StoredAttempt {
  const { response } = attempt;
  if (nonce === undefined || response === null || response === '') return attempt;
  return { ...attempt, response: null, sealedResponse: sealBody(response, keyOf(nonce)) };
}

/** `nonce` is that of the event now: undefined after its erasure. */
export function openedAttempt(
  { sealedResponse, ...attempt }: StoredAttempt,
  nonce: string | undefined,
): Attempt {
  if (sealedResponse === undefined || nonce === undefined) return attempt;
  return { ...attempt, response: openBody(sealedResponse, keyOf(nonce)) };
}
