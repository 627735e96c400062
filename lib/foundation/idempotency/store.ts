// Acquires and releases the claims of idempotency keys, and stores responses in claims. docs/decisions/0031

import { type Attempt, createAttempt, newSecret } from '#lib/foundation/idempotency/rules/attempt.ts';
import {
  type ClaimState,
  claimStateOf,
  digestOf,
  fingerprintOf,
  openAnswer,
  type RequestContent,
  requestInProgress,
} from '#lib/foundation/idempotency/rules/claim.ts';
import { sealKeyOf } from '#lib/foundation/idempotency/rules/sealed-body.ts';
import { addSeconds, epochSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { functionTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import { type UpdateResult, updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { type Changes, type Expression, toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { type OpenAnswer, type StoredClaim, storedClaim } from './schema.ts';
import { type HeldClaim, markDoneWrite, sealAnswer } from './writes.ts';

export const retentionSeconds = 24 * secondsPerHour;
/** A lease lasts for the longest request, plus five seconds for clock skew between two function instances. */
export const leaseSeconds = functionTimeoutSeconds + 5;
const nobody = 'nobody';

/** The keys of each creator are apart, so that nobody else can use or find a key of the brand. */
export const claimKey = (brandId: string, key: string, affiliateId = ''): Key =>
  keys.idempotency(brandId, digestOf(brandId, affiliateId === '' ? key : `${affiliateId} ${key}`));

export interface IdempotentRequest {
  readonly key: Key;
  /** The key as the caller sent it. It is never stored. */
  readonly idempotencyKey: string;
  readonly id: string;
  readonly content: RequestContent;
  /** The real time, because a claim must not expire when a test clock is moved. */
  readonly now: Date;
  /** The time of the brand. */
  readonly begunAt: Date;
}

export interface Claim extends HeldClaim {
  readonly attempt: Attempt;
}

/** Throws a 422 if a different request used the key, or a 409 while another request holds the lease. */
export async function acquireClaim(
  request: IdempotentRequest,
  found: Item | undefined,
): Promise<Claim | OpenAnswer> {
  const state = stateOf(found, request);
  if (state.kind === 'answered') return answerOf(state, request);
  const initial = { secret: newSecret(), begunAt: request.begunAt.toISOString() };
  const { isRefused, before } = await writeClaim(request, state, initial).catch((error: unknown) => {
    throw conflictedWithTransaction(error) ? requestInProgress() : error;
  });
  if (!isRefused && state.kind === 'unclaimed') return claimOf(request, initial);
  // If the client did not receive the response to the write, its retry is refused, although the claim belongs to this request.
  if (!isRefused || before?.owner === request.id) return claimOf(request, storedClaim.parse(before));
  const newState = stateOf(before, request);
  if (newState.kind === 'answered') return answerOf(newState, request);
  throw requestInProgress();
}

/** True if the write conflicted with a transaction of the claim's owner, such as the one that stores the response. */
const conflictedWithTransaction = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  error.cause.name === 'TransactionConflictException';

const stateOf = (found: Item | undefined, { content, now }: IdempotentRequest): ClaimState =>
  claimStateOf(found === undefined ? undefined : storedClaim.parse(found), content, now);

type SharedData = Pick<StoredClaim, 'secret' | 'begunAt' | 'done'>;

const answerOf = (
  { answer, secret }: ClaimState & { readonly kind: 'answered' },
  { idempotencyKey }: IdempotentRequest,
): OpenAnswer => openAnswer(answer, sealKeyOf(secret, idempotencyKey));

function claimOf(
  { key, id, idempotencyKey }: IdempotentRequest,
  { secret, begunAt, done = new Set() }: SharedData,
): Claim {
  const held = { key, owner: id };
  const attempt = createAttempt(secret, new Date(begunAt), {
    done,
    markDone: (parts) => [markDoneWrite(held, parts)],
    canBeContinued: true,
  });
  return { ...held, attempt, sealKey: sealKeyOf(secret, idempotencyKey) };
}

function writeClaim(
  { key, id, content, now }: IdempotentRequest,
  state: ClaimState,
  initial: SharedData,
): Promise<UpdateResult> {
  const lease = {
    owner: id,
    leaseUntil: addSeconds(now, leaseSeconds).getTime(),
    expiresAt: epochSeconds(addSeconds(now, retentionSeconds)) + 1,
  };
  if (state.kind === 'abandoned') {
    const condition = '#owner = :was AND attribute_not_exists(#answer)';
    return updateClaim(key, { set: lease, condition, values: { was: state.claim.owner } });
  }
  const { secret, begunAt } = initial;
  const claim = { ...lease, secret, begunAt, fingerprint: fingerprintOf(content, secret) };
  const condition = 'attribute_not_exists(#expiresAt) OR #expiresAt <= :second';
  const values = { second: epochSeconds(now) };
  return updateClaim(key, { set: claim, remove: ['answer', 'done'], condition, values });
}

const updateClaim = (key: Key, change: Changes & Expression): Promise<UpdateResult> =>
  updateOrGetExisting({ Key: { ...key }, ...toUpdateInput(change) });

/** Stores the response of a handler that returned no writes. Throws a 409 if another request has taken over the claim. */
export async function storeResponse({ key, owner, sealKey }: HeldClaim, answer: OpenAnswer): Promise<void> {
  const set = { answer: sealAnswer(answer, sealKey) };
  const { isRefused } = await updateClaim(key, { set, condition: '#owner = :owner', values: { owner } });
  if (isRefused) throw requestInProgress();
}

/**
 * After `refused`, any request can use the key; if parts are already done, the claim stays until its lease ends. After `failed`,
 * only a repetition of the same request can use the key, because the request may have had an effect. Returns true if another
 * request has taken over the claim.
 */
export async function releaseClaim(
  { key, owner }: HeldClaim,
  outcome: 'refused' | 'failed',
  now: Date,
): Promise<boolean> {
  const isUnanswered = '#owner = :was AND attribute_not_exists(#answer)';
  const isWithoutEffect = `${isUnanswered} AND attribute_not_exists(#done)`;
  const released = { owner: nobody, leaseUntil: 0 };
  // Expires the claim immediately: even a slow clock treats one hour ago as the past.
  const expiresAt = epochSeconds(addSeconds(now, -secondsPerHour));
  const { isRefused, before } = await updateClaim(key, {
    ...(outcome === 'failed'
      ? { set: released, condition: isUnanswered }
      : { set: { ...released, expiresAt }, condition: isWithoutEffect }),
    values: { was: owner },
  });
  return isRefused && before?.owner !== owner && before?.owner !== nobody;
}
