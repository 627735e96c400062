import { maintainKeys } from '#lib/auth/store/rotate-signing-keys.ts';
import { secretsManagerKeyStore } from '#lib/auth/store/signing-keys-secret.ts';
import { now } from '#lib/shared/clock.ts';
import { environment } from '#lib/shared/environment.ts';

export async function handler(): Promise<void> {
  const { SIGNING_KEYS_SECRET: secret } = environment;
  if (secret === undefined) throw new Error('Set SIGNING_KEYS_SECRET to the id of the signing keys secret');
  await maintainKeys(secretsManagerKeyStore(secret), now());
}
