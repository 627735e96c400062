import { maintainKeys } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { secretsManagerKeyStore } from '#lib/access/auth/store/signing-keys-secret.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

export async function handler(): Promise<void> {
  const { SIGNING_KEYS_SECRET: secret } = environment;
  if (secret === undefined) throw new Error('Set SIGNING_KEYS_SECRET to the id of the signing keys secret');
  await maintainKeys(secretsManagerKeyStore(secret), now());
}
