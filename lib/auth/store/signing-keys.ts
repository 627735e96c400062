// The keys of access tokens as a running instance holds them: read, kept for a while, read again.
import { createHmac, randomBytes } from 'node:crypto';
import {
  cacheSeconds,
  type KeyMaterial,
  signingKeyFirst,
  signingKeysDocument,
} from '#lib/auth/rules/signing-keys.ts';
import { now } from '#lib/shared/clock.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { readSigningKeysDocument } from './signing-keys-source.ts';

export interface SigningKey {
  readonly kid: string;
  readonly secret: Uint8Array;
  /** ISO instant from which it signs. */
  readonly signsFrom: string;
}

export const newSigningKey = (): KeyMaterial => ({
  kid: randomBytes(8).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

/** The least seconds between two readings for a key that is unknown here, or after one that failed. */
const leastSeconds = 10;

interface Held {
  readonly keys: readonly SigningKey[];
  /** When the reading began that they are of; milliseconds since the epoch, as all here. */
  readonly readAt: number;
  /** When they were last read before their time, for an unknown key; or in vain. */
  readonly soughtAt: number;
  /** Why they could not be read when they were last asked for. */
  readonly failure?: unknown;
}

const nothing: Held = { keys: [], readAt: Number.NEGATIVE_INFINITY, soughtAt: Number.NEGATIVE_INFINITY };
let held = nothing;

const isOld = ({ readAt }: Held, at: number): boolean => at - readAt >= cacheSeconds * 1000;

async function readKeys(at: number): Promise<Held> {
  try {
    const soughtAt = isOld(held, at) ? held.soughtAt : at;
    return { keys: parse(await readSigningKeysDocument()), readAt: at, soughtAt };
  } catch (failure) {
    // Keys at hand outlive a failing source: tokens signed with them are as good as before.
    if (held === nothing) throw unavailable(failure);
    return { ...held, soughtAt: at, failure };
  }
}

/**
 * All keys, the one that signs now first. `knowing`: a key id that a token names; if it is new here, the keys are read
 * anew, and where they cannot be (503) nobody can say that the token is bad.
 */
export async function signingKeys(knowing?: string): Promise<readonly SigningKey[]> {
  const isKnown = () => knowing === undefined || held.keys.some(({ kid }) => kid === knowing);
  const at = now();
  const mayAsk = at.getTime() - held.soughtAt >= leastSeconds * 1000;
  if (mayAsk && (isOld(held, at.getTime()) || !isKnown())) held = await readKeys(at.getTime());
  if (held.failure !== undefined && !isKnown()) throw unavailable(held.failure);
  return signingKeyFirst(held.keys, at);
}

const parse = (text: string): readonly SigningKey[] =>
  signingKeysDocument
    .parse(JSON.parse(text))
    .keys.map(({ secret, ...key }) => ({ ...key, secret: Buffer.from(secret, 'base64url') }));

/** Secrets to seal cursors with, derived so that a cursor's code says nothing about a token's signature. */
export const cursorSecrets = (keys: readonly SigningKey[]): readonly Uint8Array[] =>
  keys.map(({ secret }) => createHmac('sha256', secret).update('cursor').digest());
