// Caches the signing keys with their private keys. Only the login, the refresh and the key rotation may read them.
import { cacheSeconds } from '#lib/access/auth/rules/key-order.ts';
import { type SigningKeysDocument, signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { readSigningKeysDocument } from './signing-keys-source.ts';

/** After a failed read, the keys are not read again for this time. */
const retrySeconds = 10;

/** `readAfter` is in milliseconds since the epoch. */
interface Cache {
  readonly document: SigningKeysDocument | undefined;
  readonly readAfter: number;
}

const emptyCache: Cache = { document: undefined, readAfter: Number.NEGATIVE_INFINITY };
let cache = emptyCache;

/** While the source cannot be read, cached keys remain in use. Throws a 503 if there are none. */
export async function signingKeys(): Promise<SigningKeysDocument> {
  const at = now().getTime();
  if (at >= cache.readAfter) cache = await read(at);
  if (cache.document === undefined) throw unavailable(new Error('There are no signing keys'));
  return cache.document;
}

export const forgetSigningKeys = (): void => {
  cache = emptyCache;
};

async function read(at: number): Promise<Cache> {
  try {
    const document = signingKeysDocument.parse(JSON.parse(await readSigningKeysDocument()));
    return { document, readAfter: at + cacheSeconds * 1000 };
  } catch (failure) {
    if (cache.document === undefined) throw unavailable(failure);
    return { ...cache, readAfter: at + retrySeconds * 1000 };
  }
}
