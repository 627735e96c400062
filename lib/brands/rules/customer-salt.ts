// Hashes customers and orders with the secret salt of a brand, so that nobody can find a customer by hashing e-mail addresses.
import { createHmac, randomBytes } from 'node:crypto';
import type { Brand } from '#lib/brands/schema.ts';

const saltBytes = 16;
const hashBytes = 16;

export const newSalt = (): string => randomBytes(saltBytes).toString('base64url');

export type SaltedBrand = Brand & { readonly salt: string };

/** For dry runs: a brand without a salt gets one that is not stored. */
export const withTemporarySalt = (brand: Brand): SaltedBrand => ({ ...brand, salt: brand.salt ?? newSalt() });

export const hashWithSalt = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, hashBytes).toString('base64url');
