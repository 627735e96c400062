// Caches the keys that verify tokens and cursors in a function instance. They are no private keys. See docs/decisions/0058.
import { createHmac, createPublicKey, type KeyObject } from 'node:crypto';
import { cacheSeconds, signingKeyFirst } from '#lib/auth/rules/key-order.ts';
import {
  type FormerKeys,
  type PublishedKey,
  storedFormerKeys,
  storedPublishedKeys,
} from '#lib/auth/rules/published-keys.ts';
import { now } from '#lib/shared/clock.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { getItems } from '#lib/table/client.ts';
import type { ItemBatch } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';

/** Each key verifies one algorithm only, whatever the header of a token says. */
export type VerificationKey =
  | { readonly algorithm: 'Ed25519'; readonly key: KeyObject }
  | { readonly algorithm: 'HS256'; readonly key: Uint8Array };

/** `readAt` and `retriedAt` are in milliseconds since the epoch. */
interface Cache {
  readonly published: readonly PublishedKey[];
  readonly verifying: ReadonlyMap<string, VerificationKey>;
  readonly former: FormerKeys;
  readonly readAt: number;
  readonly retriedAt: number;
}

const noFormerKeys: FormerKeys = { keys: [], expiresAt: 0 };
let cache: Cache = {
  published: [],
  verifying: new Map(),
  former: noFormerKeys,
  readAt: Number.NEGATIVE_INFINITY,
  retriedAt: Number.NEGATIVE_INFINITY,
};

/** After fresh keys were read again for an unknown key id, they are not read for another one for this time. */
const retrySeconds = 10;

const itemKeys = [keys.publishedKeys(), keys.formerKeys()];

/** Keeps the cached keys if the item is absent, because an item that is lost does not make tokens invalid. */
function store([publishedItem, formerItem]: ItemBatch): void {
  const published =
    publishedItem === undefined ? cache.published : storedPublishedKeys.parse(publishedItem).keys;
  const former = formerItem === undefined ? noFormerKeys : storedFormerKeys.parse(formerItem);
  const verifying = new Map([
    ...former.keys.map(({ kid, secret }) => [kid, formerKey(secret)] as const),
    ...published.map(({ kid, publicKey }) => [kid, publicKeyOf(publicKey)] as const),
  ]);
  cache = { published, verifying, former, readAt: now().getTime(), retriedAt: cache.retriedAt };
}

const formerKey = (secret: string): VerificationKey => ({
  algorithm: 'HS256',
  key: Buffer.from(secret, 'base64url'),
});

const publicKeyOf = (x: string): VerificationKey => ({
  algorithm: 'Ed25519',
  key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
});

/** The first call of an instance, and the warm-up, read the keys. Throws a 503 if the table does not answer. */
export const readPublishedKeys = async (): Promise<void> => store(await getItems(itemKeys));

const isStale = (at: Date): boolean => at.getTime() - cache.readAt >= cacheSeconds * 1000;

/** Plans to read the keys together with other items when the cache has expired, so that no request waits for them. */
export const renewPublishedKeys = (at: Date): ReadPlan<void> =>
  isStale(at) ? { keys: itemKeys, parse: store } : { keys: [], parse: () => undefined };

/** Reads the keys once more for an unknown key id, because a key may sign as soon as it is published. */
export async function verificationKey(kid: string, at: Date): Promise<VerificationKey | undefined> {
  const mayRead = at.getTime() - cache.retriedAt >= retrySeconds * 1000;
  if (!cache.verifying.has(kid) && mayRead) {
    const retriedAt = isStale(at) ? cache.retriedAt : at.getTime();
    await readPublishedKeys();
    cache = { ...cache, retriedAt };
  }
  const found = cache.verifying.get(kid);
  return found?.algorithm === 'HS256' && epochSeconds(at) >= cache.former.expiresAt ? undefined : found;
}

/** Compares the public key as well, because a table that was kept can contain another key with the same id. */
export async function isPublished({ kid, publicKey }: PublishedKey): Promise<boolean> {
  const isCached = () => cache.published.some((key) => key.kid === kid && key.publicKey === publicKey);
  if (!isCached()) await readPublishedKeys();
  return isCached();
}

/** The secret of the key that signs is the first. */
export const cursorSecrets = (at: Date): readonly Uint8Array[] => [
  ...signingKeyFirst(cache.published, at).map(({ cursorSecret }) => Buffer.from(cursorSecret, 'base64url')),
  ...cache.former.keys.map(({ secret }) =>
    createHmac('sha256', Buffer.from(secret, 'base64url')).update('cursor').digest(),
  ),
];
