// HMAC-SHA256 (RFC 2104) of short texts with one key, as two hashes of Node's own: its Hmac objects take three times as
// long to make.
import { hash } from 'node:crypto';

const blockBytes = 64;
const [innerPad, outerPad] = [0x36, 0x5c];

/** `key`: at most 64 bytes. Answers in hexadecimal. */
export function keyedHash(key: Uint8Array): (text: string) => string {
  if (key.length > blockBytes) throw new Error('A key longer than a block is hashed first');
  const padded = (pad: number) =>
    Buffer.from(Uint8Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ pad));
  const [inner, outer] = [padded(innerPad), padded(outerPad)];
  return (text) => {
    const hashed = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, hashed]), 'hex');
  };
}
