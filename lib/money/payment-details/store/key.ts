// Reads the secret of payment details from Secrets Manager, or from a file in the local stage.
import { readFileSync } from 'node:fs';
import { connectSecretsManager } from '#lib/foundation/aws/secrets-manager.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';

const limits = { maxAttempts: 2, connectionTimeout: 500, requestTimeout: 1000 };

let secret: string | undefined;

async function read(): Promise<string> {
  const { PAYMENT_KEY_FILE: file, PAYMENT_KEY_SECRET: id } = environment;
  if (file !== undefined) return readFileSync(file, 'utf8');
  if (id === undefined)
    throw new Error('Set PAYMENT_KEY_SECRET (deployed stage) or PAYMENT_KEY_FILE (local stage)');
  const { SecretString: text } = await connectSecretsManager(limits)('GetSecretValue', { SecretId: id });
  if (typeof text !== 'string') throw new Error('The secret of payment details is empty');
  return text;
}

/** The secret never changes, so it is read once. Throws a 503 if it cannot be read. */
export async function paymentSecret(): Promise<string> {
  try {
    secret ??= await read();
    return secret;
  } catch (failure) {
    throw unavailable(failure);
  }
}
