// Reads the document with the private keys from Secrets Manager, or from a file in the local stage.
import { readFileSync } from 'node:fs';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '#lib/foundation/shared/environment.ts';

/** The limits are short, because requests wait for the keys. */
const timeLimits = { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true };

export async function readSigningKeysDocument(): Promise<string> {
  const { SIGNING_KEYS_FILE: file, SIGNING_KEYS_SECRET: secret } = environment;
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (secret === undefined)
    throw new Error('Set SIGNING_KEYS_SECRET (deployed stage) or SIGNING_KEYS_FILE (local stage)');
  const client = new SecretsManagerClient({ maxAttempts: 2, requestHandler: timeLimits });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
  if (SecretString === undefined) throw new Error('The signing keys secret is empty');
  return SecretString;
}
