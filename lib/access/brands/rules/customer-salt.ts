// Hashes customers and orders with the secret salt of a brand, so that nobody can find a customer by hashing e-mail addresses.
import { createHmac, randomBytes } from 'node:crypto';

const saltBytes = 16;
const hashBytes = 16;

export const newSalt = (): string => randomBytes(saltBytes).toString('base64url');

export const hashWithSalt = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, hashBytes).toString('base64url');
