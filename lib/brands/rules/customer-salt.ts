// Hashes a brand's customers with a secret salt, so that a hash cannot be checked against a list of addresses.
import { createHmac, randomBytes } from 'node:crypto';
import type { Brand } from '#lib/brands/schema.ts';

const saltBytes = 16;
const hashBytes = 16;

export const newSalt = (): string => randomBytes(saltBytes).toString('base64url');

export type SaltedBrand = Brand & { readonly salt: string };

/** A dry run does not store a new salt. */
export const withTemporarySalt = (brand: Brand): SaltedBrand => ({ ...brand, salt: brand.salt ?? newSalt() });

export const hashWithSalt = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, hashBytes).toString('base64url');
