// Issues and checks the challenges of logins. A challenge is signed, so the service stores only those that were used.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialsInput } from '#lib/access/auth/schema/endpoints.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { keyedHash } from './keyed-hash.ts';
import { isSolution } from './proof-of-work.ts';

export const challengeSeconds = 900;

/** `difficulty` is the number of zero bits with which the SHA-256 hash of `token.solution` must begin. */
export interface Challenge {
  readonly token: string;
  readonly difficulty: number;
}

interface SolvedChallenge {
  readonly id: string;
  readonly difficulty: number;
}

/**
 * A challenge belongs to one account, so solutions cannot be collected for another one. It does not belong to an IP address,
 * because the requests of one client may leave its network from several addresses.
 */
const signature = (key: Uint8Array, email: string, text: string): string =>
  keyedHash(key, 'challenge', email, text);

/** The token is shorter than 48 characters, so that SHA-256 hashes it in one block together with the solution. */
export function newChallenge(key: Uint8Array, email: string, difficulty: number, now: Date): Challenge {
  const expiresAt = epochSeconds(addSeconds(now, challengeSeconds)).toString(36);
  const text = `${difficulty}.${expiresAt}.${randomBytes(6).toString('base64url')}`;
  return { token: `${text}.${signature(key, email, text)}`, difficulty };
}

const tokenPattern =
  /^(?<text>(?<difficulty>\d{1,3})\.(?<expires>[0-9a-z]{1,9})\.(?<id>[\w-]{8}))\.(?<mac>[\w-]{22})$/;

/** Returns undefined without a challenge, and if it is not ours, belongs to another account, has expired, or is not solved. */
export function solvedChallenge(
  key: Uint8Array,
  email: string,
  sent: CredentialsInput['challenge'],
  now: Date,
): SolvedChallenge | undefined {
  const { token = '', solution = '' } = sent ?? {};
  const {
    text = '',
    difficulty = '',
    expires = '',
    id = '',
    mac = '',
  } = tokenPattern.exec(token)?.groups ?? {};
  if (mac === '') return undefined;
  const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(signature(key, email, text)));
  const isExpired = Number.parseInt(expires, 36) <= epochSeconds(now);
  if (!isOurs || isExpired || !isSolution(token, solution, Number(difficulty))) return undefined;
  return { id, difficulty: Number(difficulty) };
}
