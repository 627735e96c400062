// Seals stored responses, so that only a caller with the idempotency key can read them. docs/decisions/0031
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** `secret` is the random secret of the claim. The table contains it, but not the idempotency key. */
export const sealKeyOf = (secret: string, idempotencyKey: string): Uint8Array =>
  hash('sha256', JSON.stringify(['response', secret, idempotencyKey]), 'buffer');

export function sealBody(body: string, key: Uint8Array): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const text = Buffer.concat([cipher.update(deflateRawSync(body)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Throws if the key is not the one that sealed the body. */
export function openBody(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = bytes.subarray(nonceBytes + tagBytes);
  return inflateRawSync(Buffer.concat([decipher.update(text), decipher.final()])).toString();
}
