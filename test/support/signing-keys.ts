// Reads, writes and publishes the signing keys of the test, and signs arbitrary tokens.
import { readFile, writeFile } from 'node:fs/promises';
import { type JWTPayload, SignJWT } from 'jose';
import { newKeyMaterial, privateKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import { publishKeys } from '#lib/access/auth/store/publish-keys.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

const file = environment.SIGNING_KEYS_FILE ?? '';

export const readDocument = async () => signingKeysDocument.parse(JSON.parse(await readFile(file, 'utf8')));

export const readKeys = async () => (await readDocument()).keys;

/** A key without a date signs from the start. */
export const datedKeys = (keys: readonly object[]) =>
  keys.map((key) => ({ signsFrom: '1970-01-01T00:00:00.000Z', ...key }));

/** Writes the keys as the next revision, and publishes them. */
export async function writeKeys(keys: readonly object[]): Promise<void> {
  const { revision, lineage } = await readDocument();
  const document = signingKeysDocument.parse({ revision: revision + 1, lineage, keys: datedKeys(keys) });
  await writeFile(file, JSON.stringify(document));
  await publishKeys(document);
}

/** Signs any claims with the first key in the file. `header` overrides the token header. */
export async function signClaims(claims: JWTPayload, header: object = {}): Promise<string> {
  const [key] = await readKeys();
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'Ed25519', kid: key?.kid, ...header })
    .sign(privateKeyOf(key ?? newKeyMaterial()));
}

/** Keys are cached this long. An unknown key id triggers a new read at most once in `unknownKeySeconds`. */
export const keysAgeSeconds = 300;
export const unknownKeySeconds = 10;
