// The signing keys that a function instance caches.
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
  readonly signsFrom: string;
}

export const newSigningKey = (): KeyMaterial => ({
  kid: randomBytes(8).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

/** The minimum delay between two reads because of an unknown key id, or after a failure. */
const retrySeconds = 10;

/** Times are milliseconds since the epoch. */
interface Cache {
  readonly keys: readonly SigningKey[];
  readonly readAt: number;
  readonly retriedAt: number;
  readonly failure?: unknown;
}

const emptyCache: Cache = { keys: [], readAt: Number.NEGATIVE_INFINITY, retriedAt: Number.NEGATIVE_INFINITY };
let cache = emptyCache;

const isStale = ({ readAt }: Cache, at: number): boolean => at - readAt >= cacheSeconds * 1000;

async function readKeys(at: number): Promise<Cache> {
  try {
    const retriedAt = isStale(cache, at) ? cache.retriedAt : at;
    return { keys: parse(await readSigningKeysDocument()), readAt: at, retriedAt };
  } catch (failure) {
    // Cached keys remain valid while the source is unavailable.
    if (cache === emptyCache) throw unavailable(failure);
    return { ...cache, retriedAt: at, failure };
  }
}

/** An unknown `keyId` causes an early read. If that fails, throws a 503, because the token may be valid. */
export async function signingKeys(keyId?: string): Promise<readonly SigningKey[]> {
  const isKnown = () => keyId === undefined || cache.keys.some(({ kid }) => kid === keyId);
  const at = now();
  const mayRead = at.getTime() - cache.retriedAt >= retrySeconds * 1000;
  if (mayRead && (isStale(cache, at.getTime()) || !isKnown())) cache = await readKeys(at.getTime());
  if (cache.failure !== undefined && !isKnown()) throw unavailable(cache.failure);
  return signingKeyFirst(cache.keys, at);
}

const parse = (text: string): readonly SigningKey[] =>
  signingKeysDocument
    .parse(JSON.parse(text))
    .keys.map(({ secret, ...key }) => ({ ...key, secret: Buffer.from(secret, 'base64url') }));

/** A cursor must reveal nothing about token signatures. */
export const cursorSecrets = (keys: readonly SigningKey[]): readonly Uint8Array[] =>
  keys.map(({ secret }) => createHmac('sha256', secret).update('cursor').digest());
