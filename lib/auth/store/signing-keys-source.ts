// Where the document with the signing keys is read from: a secret of Secrets Manager, or a file on one machine.
import { readFileSync } from 'node:fs';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment } from '#lib/shared/environment.ts';

/** Requests wait for this: it is rather given up, and asked again later. */
const timeLimits = { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true };

/** The document as it is now, as text. */
export async function readSigningKeysDocument(): Promise<string> {
  const { SIGNING_KEYS_FILE: file, SIGNING_KEYS_SECRET: secret } = environment;
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (secret === undefined)
    throw new Error('Set SIGNING_KEYS_SECRET (deployed) or SIGNING_KEYS_FILE (one machine)');
  const client = new SecretsManagerClient({ maxAttempts: 2, requestHandler: timeLimits });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
  if (SecretString === undefined) throw new Error('The secret with the signing keys is empty');
  return SecretString;
}
