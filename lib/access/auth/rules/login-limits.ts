// Defines how many logins may fail per account and per IP address, and the work that each further login costs.
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { Challenge } from './login-challenges.ts';
import { baseDifficulty } from './proof-of-work.ts';

export const windowSeconds = 900;
export const knownAddressSeconds = 180 * secondsPerDay;

/**
 * Failed logins per window that cost no work. `account`: to one account from all unknown addresses. `address`: from one unknown
 * address. `knownAddress`: to one account from an address with a login in the last 180 days, which strangers cannot use up.
 */
export const freeFailures = { account: 10, knownAddress: 10, address: 50 } as const;

/** The work doubles with every two failures. */
const failuresPerDoubling = 2;

const recordedFailures = 10;
const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

/** An attacker who guesses on must not fill the audit trail: after the first failures of a window, each doubling has an entry. */
export const isFailureRecorded = (failures: number): boolean =>
  failures <= recordedFailures || isPowerOfTwo(failures);

export const windowOf = (now: Date): number => Math.floor(now.getTime() / (windowSeconds * 1000));

/** The difficulty of the challenge that the next login must solve, or 0. No login is refused for good: it only costs more. */
export const difficultyAfter = (failures: number, free: number): number =>
  failures < free ? 0 : baseDifficulty + Math.floor((failures - free) / failuresPerDoubling);

/** A login that has solved a challenge of this difficulty is admitted while there are fewer failures. */
export const failuresAdmitting = (difficulty: number, free: number): number =>
  difficulty < baseDifficulty ? free : free + failuresPerDoubling * (difficulty - baseDifficulty + 1);

export function challengeRequired(challenge: Challenge, now: Date) {
  const windowEnd = (windowOf(now) + 1) * windowSeconds * 1000;
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEnd - now.getTime()) / 1000));
  const message =
    'Too many failed logins: solve the challenge and send it with the login, or try again later';
  return new DomainError('tooManyRequests', 'login_challenge', message, {
    challenge,
    retryAfterSeconds,
  });
}
