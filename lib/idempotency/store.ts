// Claims of idempotency keys: taken before the effect, answered with it, let go where there is none.
// docs/decisions/0031 says why no request has its effect twice.

import { type Attempt, attemptOf, newSecret } from '#lib/idempotency/rules/attempt.ts';
import {
  type ClaimState,
  type Content,
  claimStateOf,
  digestOf,
  fingerprintOf,
  requestInProgress,
} from '#lib/idempotency/rules/claim.ts';
import { afterSeconds, epochSeconds, hours } from '#lib/shared/dates.ts';
import { functionSeconds } from '#lib/shared/time-limit.ts';
import { type Updated, updateOrFind } from '#lib/table/conditional.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { setAll, toExpressionInput } from '#lib/table/writes/expression.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { type StoredAnswer, type StoredClaim, storedClaim } from './schema.ts';

/** How long answers are kept. */
const keptSeconds = 24 * hours;
/** As long as a function can be at it, and what the clocks of two of them may differ by. */
const leaseSeconds = functionSeconds + 5;
const nobody = 'nobody';

/** Where what is known of a caller's key stands. */
export const claimKey = (brandId: string, key: string): Key =>
  keys.idempotency(brandId, digestOf(brandId, key));

/** A request that names a key. `id`: its own, which no other request has. */
export interface IdempotentRequest {
  readonly key: Key;
  readonly id: string;
  readonly content: Content;
  readonly now: Date;
}

/** A key that this request has, and no other. */
export interface Claim {
  readonly key: Key;
  readonly owner: string;
  readonly attempt: Attempt;
}

/** Takes the key, or finds the answer that the request has had. 422 and 409 as `judge` says. */
export async function acquireClaim(
  request: IdempotentRequest,
  found: Item | undefined,
): Promise<Claim | StoredAnswer> {
  const finding = findingIn(found, request);
  if (finding.kind === 'answered') return finding.answer;
  const first = { secret: newSecret(), begunAt: request.now.toISOString() };
  const { isRefused, before } = await writeClaim(request, finding, first).catch((error: unknown) => {
    throw conflictedWithTransaction(error) ? requestInProgress() : error;
  });
  if (!isRefused && finding.kind === 'free') return claimOf(request, first);
  // Where it was written, and the answer to that was lost, it stands in its own way.
  if (!isRefused || before?.owner === request.id) return claimOf(request, storedClaim.parse(before));
  const meanwhile = findingIn(before, request);
  if (meanwhile.kind === 'answered') return meanwhile.answer;
  throw requestInProgress();
}

/** Whoever has the key was writing its answer in that moment. */
const conflictedWithTransaction = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  error.cause.name === 'TransactionConflictException';

const findingIn = (found: Item | undefined, { content, now }: IdempotentRequest): ClaimState =>
  claimStateOf(found === undefined ? undefined : storedClaim.parse(found), content, now);

/** What attempts at a request have in common. */
type Common = Pick<StoredClaim, 'secret' | 'begunAt' | 'done'>;

function claimOf({ key, id }: IdempotentRequest, { secret, begunAt, done = [] }: Common): Claim {
  const markDone = (parts: readonly number[]): readonly Write[] => [
    updateByOwner({ key, owner: id }, 'SET #done = list_append(if_not_exists(#done, :none), :parts)', {
      parts,
      none: [],
    }),
  ];
  const attempt = attemptOf(secret, new Date(begunAt), {
    done: new Set(done),
    markDone,
    canBeContinued: true,
  });
  return { key, owner: id, attempt };
}

/** Writes the claim, unless someone else has done so meanwhile: then that is answered. */
function writeClaim(
  { key, id, content, now }: IdempotentRequest,
  finding: ClaimState,
  first: Common,
): Promise<Updated> {
  const held = {
    owner: id,
    leaseUntil: afterSeconds(now, leaseSeconds).getTime(),
    expiresAt: epochSeconds(afterSeconds(now, keptSeconds)) + 1,
  };
  if (finding.kind === 'left') {
    const condition = '#owner = :was AND attribute_not_exists(#answer)';
    return write(key, setAll(held), condition, { ...held, was: finding.claim.owner });
  }
  const { secret, begunAt } = first;
  const whole = { ...held, secret, begunAt, fingerprint: fingerprintOf(content, secret) };
  const condition = 'attribute_not_exists(#expiresAt) OR #expiresAt <= :second';
  const values = { ...whole, second: epochSeconds(now) };
  return write(key, `${setAll(whole)} REMOVE #answer, #done`, condition, values);
}

const write = (key: Key, update: string, condition: string, values: object): Promise<Updated> =>
  updateOrFind({
    Key: { ...key },
    UpdateExpression: update,
    ...toExpressionInput({ condition, values: { ...values } }, update),
  });

type Owned = Pick<Claim, 'key' | 'owner'>;

/** A write that only the owner of a key can make: whoever was too late is refused with all that it would have written. */
const updateByOwner = ({ key, owner }: Owned, update: string, values: object): Write => ({
  kind: 'update',
  key,
  update,
  condition: '#owner = :owner',
  values: { ...values, owner },
  refused: requestInProgress,
});

const stored = ({ statusCode, body }: StoredAnswer): StoredAnswer => ({ statusCode, body });

/** What keeps an answer: to be written in the transaction of the effect that it tells of. */
export const storeResponseWrite = (owned: Owned, answer: StoredAnswer): Write =>
  updateByOwner(owned, 'SET #answer = :answer', { answer: stored(answer) });

/** Keeps an answer to a request whose effect is complete, or that has none. A 409 for who has lost the key meanwhile. */
export async function storeResponse({ key, owner }: Owned, answer: StoredAnswer): Promise<void> {
  const { isRefused } = await write(key, 'SET #answer = :answer', '#owner = :owner', {
    answer: stored(answer),
    owner,
  });
  if (isRefused) throw requestInProgress();
}

/**
 * Ends an attempt that has no answer. `refused`: it has had no effect, and the key is free for any request; else it may have
 * had some of it, and is left to the next attempt at the same one. An answer that was written after all stays.
 */
export async function releaseClaim(
  { key, owner }: Owned,
  end: 'refused' | 'failed',
  now: Date,
): Promise<void> {
  const common = '#owner = :owner AND attribute_not_exists(#answer)';
  const values = { owner, nobody, past: 0 };
  const update = 'SET #owner = :nobody, #leaseUntil = :past';
  if (end === 'failed') {
    await write(key, update, common, values);
    return;
  }
  // An hour ago is over for every clock, and soon enough ago for the table to remove it.
  const expiresAt = epochSeconds(afterSeconds(now, -hours));
  const whole = `${common} AND attribute_not_exists(#done)`;
  await write(key, `${update}, #expiresAt = :expiresAt`, whole, { ...values, expiresAt });
}
