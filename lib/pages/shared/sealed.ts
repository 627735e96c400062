// Encrypts what a browser keeps for the service: sessions in cookies, and the credentials of an unfinished sign-in.
import { hash } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { pagesSecret } from './environment.ts';

const key = (): Uint8Array => hash('sha256', pagesSecret(), 'buffer');

interface Seal {
  /** A value for one purpose is invalid for another. */
  readonly purpose: string;
  readonly now: Date;
}

export const seal = (
  values: Readonly<Record<string, string | undefined>>,
  { purpose, now, seconds }: Seal & { readonly seconds: number },
): Promise<string> =>
  new EncryptJWT(values)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(purpose)
    .setExpirationTime(addSeconds(now, seconds))
    .encrypt(key());

/** Returns undefined for a value that is not ours, was changed, has expired, or has another purpose. */
export async function unseal(
  text: string,
  { purpose, now }: Seal,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    const { payload } = await jwtDecrypt(text, key(), {
      audience: purpose,
      currentDate: now,
      requiredClaims: ['exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return Object.fromEntries(
      Object.entries(payload).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
