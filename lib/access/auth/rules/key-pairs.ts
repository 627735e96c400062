// Derives key pairs and secrets of cursors from the key material in Secrets Manager. See docs/decisions/0058.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PublishedKey } from '#lib/access/auth/rules/published-keys.ts';
import type { KeyMaterial, StoredKey } from './signing-keys.ts';

export const newKeyMaterial = (): KeyMaterial => ({
  kid: randomBytes(8).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

const keyBytes = 32;

/** HKDF derives one key for each purpose (RFC 5869), so that none of them reveals another one. */
const derive = (secret: string, purpose: 'token' | 'cursor'): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, keyBytes));

/** The PKCS #8 encoding of an Ed25519 private key up to the key itself (RFC 8410, section 7). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

export const privateKeyOf = ({ secret }: Pick<KeyMaterial, 'secret'>): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Start, derive(secret, 'token')]),
    format: 'der',
    type: 'pkcs8',
  });

export function publishedKeyOf({ kid, secret, signsFrom }: StoredKey): PublishedKey {
  const { x: publicKey = '' } = createPublicKey(privateKeyOf({ secret })).export({ format: 'jwk' });
  return { kid, publicKey, cursorSecret: derive(secret, 'cursor').toString('base64url'), signsFrom };
}
