// Reads the key of the service's login hashes, and creates it on the first login of a stage.
import { randomBytes } from 'node:crypto';
import { updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';

const keyBytes = 32;

let cached: Promise<Uint8Array> | undefined;

/** The key never changes, so an instance reads it once. It is not a signing key, because those are replaced every month. */
export function loginKey(): Promise<Uint8Array> {
  cached ??= readOrCreate().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function readOrCreate(): Promise<Uint8Array> {
  const secret = randomBytes(keyBytes).toString('base64url');
  const { Attributes: found = {} } = await updateItem({
    Key: keys.loginKey(),
    ...toUpdateInput({ setOnce: { secret } }),
    ReturnValues: 'ALL_NEW',
  });
  return Buffer.from(String(found.secret), 'base64url');
}
