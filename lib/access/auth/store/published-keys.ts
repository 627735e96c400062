// Caches the keys that verify tokens and cursors in a function instance. They are no private keys. See docs/decisions/0058.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { cacheSeconds, signingKeyFirst } from '#lib/access/auth/rules/key-order.ts';
import { type PublishedKey, storedPublishedKeys } from '#lib/access/auth/rules/published-keys.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { ItemBatch } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';

/** `readAt` and `retriedAt` are in milliseconds since the epoch. */
interface Cache {
  readonly published: readonly PublishedKey[];
  readonly verifying: ReadonlyMap<string, KeyObject>;
  readonly readAt: number;
  readonly retriedAt: number;
}

let cache: Cache = {
  published: [],
  verifying: new Map(),
  readAt: Number.NEGATIVE_INFINITY,
  retriedAt: Number.NEGATIVE_INFINITY,
};

/** After fresh keys were read again for an unknown key id, they are not read for another one for this time. */
const retrySeconds = 10;

const itemKeys = [keys.publishedKeys()];

/** Keeps the cached keys if the item is absent, because an item that is lost does not make tokens invalid. */
function store([item]: ItemBatch): void {
  const published = item === undefined ? cache.published : storedPublishedKeys.parse(item).keys;
  const verifying = new Map(published.map(({ kid, publicKey }) => [kid, publicKeyOf(publicKey)] as const));
  cache = { published, verifying, readAt: now().getTime(), retriedAt: cache.retriedAt };
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/** The first call of an instance, and the warm-up, read the keys. Throws a 503 if the table does not answer. */
export const readPublishedKeys = async (): Promise<void> => store(await getItems(itemKeys));

const isStale = (at: Date): boolean => at.getTime() - cache.readAt >= cacheSeconds * 1000;

/** Plans to read the keys together with other items when the cache has expired, so that no request waits for them. */
export const renewPublishedKeys = (at: Date): ReadPlan<void> =>
  isStale(at) ? { keys: itemKeys, parse: store } : { keys: [], parse: () => undefined };

/** Reads the keys once more for an unknown key id, because a key may sign as soon as it is published. */
export async function verificationKey(kid: string, at: Date): Promise<KeyObject | undefined> {
  const mayRead = at.getTime() - cache.retriedAt >= retrySeconds * 1000;
  if (!cache.verifying.has(kid) && mayRead) {
    const retriedAt = isStale(at) ? cache.retriedAt : at.getTime();
    await readPublishedKeys();
    cache = { ...cache, retriedAt };
  }
  return cache.verifying.get(kid);
}

/** Compares the public key as well, because a table that was kept can contain another key with the same id. */
export async function isPublished({ kid, publicKey }: PublishedKey): Promise<boolean> {
  const isCached = () => cache.published.some((key) => key.kid === kid && key.publicKey === publicKey);
  if (!isCached()) await readPublishedKeys();
  return isCached();
}

/** The secret of the key that signs is the first. */
export const cursorSecrets = (at: Date): readonly Uint8Array[] =>
  signingKeyFirst(cache.published, at).map(({ cursorSecret }) => Buffer.from(cursorSecret, 'base64url'));
