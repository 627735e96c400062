// Encrypts payment details with AES-256-GCM, with a key of the brand. docs/decisions/0168
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Names the creator, so that the text of one creator cannot be stored as that of another. */
export interface Owner {
  readonly brandId: string;
  readonly affiliateId: string;
}

const keyOf = (secret: string, { brandId }: Owner): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `payment details of ${brandId}`, 32));

/** The key differs from that of the encryption, and brands have different ones. */
export const fingerprintOf = (secret: string, { brandId }: Owner, account: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `payment accounts of ${brandId}`, 32)))
    .update(account)
    .digest()
    .subarray(0, 16)
    .toString('base64url');

const dataOf = ({ brandId, affiliateId }: Owner): Buffer => Buffer.from(`${brandId} ${affiliateId}`);

export function seal(secret: string, owner: Owner, value: object): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, owner), nonce).setAAD(dataOf(owner));
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Throws if the text was sealed for another creator or with another secret, or was changed. */
export function unseal(secret: string, owner: Owner, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(secret, owner), bytes.subarray(0, nonceBytes));
  decipher.setAAD(dataOf(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString());
}
