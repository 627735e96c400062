// The keys that access tokens are signed with. The first one signs; those after it are retiring and still verify.
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { now } from '#lib/shared/clock.ts';
import { environment } from '#lib/shared/environment.ts';
import { unavailable } from '#lib/shared/errors.ts';

const signingKey = z.object({ kid: z.string().min(1), secret: z.string().min(43) });

/**
 * The document in Secrets Manager, or in the file: `{"keys": [{"kid", "secret": base64url of 32 bytes or more}, …]}`;
 * or just one such key, which is what Secrets Manager can generate by itself as the first value.
 */
export const signingKeysDocument = z.union([
  z.object({ keys: z.array(signingKey).min(1).max(3) }),
  signingKey.transform((key) => ({ keys: [key] })),
]);
export type SigningKeysDocument = z.output<typeof signingKeysDocument>;

export interface SigningKey {
  readonly kid: string;
  readonly secret: Uint8Array;
}

export const newSigningKey = (): z.output<typeof signingKey> => ({
  kid: randomBytes(8).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

/** How long keys are used before they are read again, and the least time between two readings. */
const maxAgeMilliseconds = 300_000;
const minAgeMilliseconds = 10_000;

/** `readAt`: when the keys were last read, or last asked for in vain. */
let held: { readonly keys: readonly SigningKey[]; readonly readAt: number } | undefined;

/** All keys, the signing one first. `knowing`: a key id that a token names; if it is new here, the keys are read anew. */
export async function signingKeys(knowing?: string): Promise<readonly SigningKey[]> {
  const age = held === undefined ? Number.POSITIVE_INFINITY : now().getTime() - held.readAt;
  const unknown = knowing !== undefined && held?.keys.every(({ kid }) => kid !== knowing);
  if (held !== undefined && age < (unknown ? minAgeMilliseconds : maxAgeMilliseconds)) return held.keys;
  try {
    held = { keys: parse(await readDocument()), readAt: now().getTime() };
  } catch (error) {
    // Keys at hand outlive a failing source: tokens signed with them are as good as before.
    if (held === undefined) throw unavailable(error);
    held = { keys: held.keys, readAt: now().getTime() - maxAgeMilliseconds + minAgeMilliseconds };
  }
  return held.keys;
}

const parse = (text: string): readonly SigningKey[] =>
  signingKeysDocument
    .parse(JSON.parse(text))
    .keys.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') }));

/** Requests wait for this: it is rather given up, and asked again later. */
const secretTimeLimits = { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true };

async function readDocument(): Promise<string> {
  const { SIGNING_KEYS_FILE: file, SIGNING_KEYS_SECRET: secret } = environment;
  if (file !== undefined) return readFile(file, 'utf8');
  if (secret === undefined)
    throw new Error('Set SIGNING_KEYS_SECRET (deployed) or SIGNING_KEYS_FILE (one machine)');
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ maxAttempts: 2, requestHandler: secretTimeLimits });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
  if (SecretString === undefined) throw new Error('The secret with the signing keys is empty');
  return SecretString;
}

/** Secrets to seal cursors with, derived so that a cursor's code says nothing about a token's signature. */
export const cursorSecrets = (keys: readonly SigningKey[]): readonly Uint8Array[] =>
  keys.map(({ secret }) => createHmac('sha256', secret).update('cursor').digest());
