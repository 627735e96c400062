// Reads the document with the private keys from Secrets Manager, or from a file in the local stage.
import { readFileSync } from 'node:fs';
import { connectSecretsManager } from '#lib/foundation/aws/secrets-manager.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

/** The limits are short, because requests wait for the keys. */
const limits = { maxAttempts: 2, connectionTimeout: 500, requestTimeout: 1000 };

export async function readSigningKeysDocument(): Promise<string> {
  const { SIGNING_KEYS_FILE: file, SIGNING_KEYS_SECRET: secret } = environment;
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (secret === undefined)
    throw new Error('Set SIGNING_KEYS_SECRET (deployed stage) or SIGNING_KEYS_FILE (local stage)');
  const { SecretString } = await connectSecretsManager(limits)('GetSecretValue', { SecretId: secret });
  if (typeof SecretString !== 'string') throw new Error('The signing keys secret is empty');
  return SecretString;
}
