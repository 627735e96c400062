// Caches the signing keys in a function instance.
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

/** After a failed read or a read for an unknown key id, the keys are not read again for this time. */
const retrySeconds = 10;

/** `readAt` and `retriedAt` are in milliseconds since the epoch. */
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
    // Without cached keys, the request fails. Otherwise the cached keys remain in use.
    if (cache === emptyCache) throw unavailable(failure);
    return { ...cache, retriedAt: at, failure };
  }
}

/** If `keyId` is unknown, reads the keys before the cache expires. If this fails, throws a 503, because the token may be valid. */
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

/** Derives separate secrets for cursors, so that a cursor reveals nothing about the signatures of tokens. */
export const cursorSecrets = (keys: readonly SigningKey[]): readonly Uint8Array[] =>
  keys.map(({ secret }) => createHmac('sha256', secret).update('cursor').digest());
