// Hashes the address of a caller with the secret salt of the brand, so that entries of one address can be compared.

import type { Brand } from '#lib/access/brands/schema.ts';
import { addressBlock } from '#lib/foundation/shared/ip-addresses.ts';
import { hashWithSalt } from './customer-salt.ts';

/** 72 bits, because the hash is part of every order. */
const hashLength = 12;

/** Addresses of one IPv6 network have the same hash. */
export const addressHashOf = ({ salt }: Pick<Brand, 'salt'>, sourceIp: string): string =>
  hashWithSalt(salt, `address ${addressBlock(sourceIp)}`).slice(0, hashLength);
