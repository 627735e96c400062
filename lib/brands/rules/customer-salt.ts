// What a brand's customers are hashed with: with it nobody can tell whether a hash is that of an address they try.
import { createHmac, randomBytes } from 'node:crypto';
import type { Brand } from '#lib/brands/schema.ts';

const bytesOfSalt = 16;
const bytesOfHash = 16;

export const newSalt = (): string => randomBytes(bytesOfSalt).toString('base64url');

/** A brand that customers can be hashed with. */
export type SaltedBrand = Brand & { readonly salt: string };

/** The brand with its salt, or with one for now only: nothing is written. */
export const withTemporarySalt = (brand: Brand): SaltedBrand => ({ ...brand, salt: brand.salt ?? newSalt() });

/** 128 bits of HMAC-SHA256, as base64url. */
export const hashWithSalt = (salt: string, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, bytesOfHash).toString('base64url');
