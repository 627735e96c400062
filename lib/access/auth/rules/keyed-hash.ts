// Hashes texts with a secret key, so that nobody without the key can compute or reverse a hash by trying texts.
import { createHmac } from 'node:crypto';

const hashBytes = 16;

/** `purpose` separates the uses of one key: equal texts have different hashes for different purposes. */
export const keyedHash = (key: Uint8Array, purpose: string, ...texts: readonly string[]): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...texts]))
    .digest()
    .subarray(0, hashBytes)
    .toString('base64url');
