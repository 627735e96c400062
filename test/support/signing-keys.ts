// Reads and writes the file with the signing keys, and signs arbitrary tokens.
import { readFile, writeFile } from 'node:fs/promises';
import { base64url, type JWTPayload, SignJWT } from 'jose';
import { signingKeysDocument } from '#lib/auth/rules/signing-keys.ts';
import { environment } from '#lib/shared/environment.ts';

const file = environment.SIGNING_KEYS_FILE ?? '';

export const readKeys = async () => signingKeysDocument.parse(JSON.parse(await readFile(file, 'utf8'))).keys;

export const writeKeys = (keys: readonly object[]): Promise<void> =>
  writeFile(file, JSON.stringify({ keys }));

/** Signs any claims with the first key in the file. `header` overrides the token header. */
export async function signClaims(claims: JWTPayload, header: object = {}): Promise<string> {
  const [key] = await readKeys();
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: key?.kid, ...header })
    .sign(base64url.decode(key?.secret ?? ''));
}

/** Keys are cached this long. An unknown key id triggers a new read at most once in `unknownKeySeconds`. */
export const keysAgeSeconds = 300;
export const unknownKeySeconds = 10;
