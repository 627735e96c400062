// Hashes the customers of a brand with a secret salt, so that nobody can find their addresses by hashing a list of addresses.
import { createHmac, randomBytes } from 'node:crypto';
import type { Brand } from '#lib/brands/schema.ts';

const saltBytes = 16;
const hashBytes = 16;

export const newSalt = (): string => randomBytes(saltBytes).toString('base64url');

export type SaltedBrand = Brand & { readonly salt: string };

/** For dry runs, which must not store a new salt. */
export const withTemporarySalt = (brand: Brand): SaltedBrand => ({ ...brand, salt: brand.salt ?? newSalt() });

export const hashWithSalt = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, hashBytes).toString('base64url');
