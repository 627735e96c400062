// Hashes the mailbox of a customer, which recognizes an order of the creator also when the order changes later.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { canonicalAddress } from '#lib/foundation/shared/canonical-address.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { emailHashOf } from './customer-email.ts';

const customerHashOf = ({ salt }: Pick<Brand, 'salt'>, address: string | undefined): string | null =>
  address === undefined ? null : hashWithSalt(salt, canonicalAddress(address));

export const isOwnOrder = (
  brand: Pick<Brand, 'salt'>,
  customerHash: string | null,
  { email }: Pick<Affiliate, 'email'>,
): boolean => customerHash !== null && customerHash === customerHashOf(brand, email);

/** The hashes of an order: of the mailbox, and of the address under which the customer is bound, unless both are the same. */
export function customerHashes(brand: Pick<Brand, 'salt'>, customerEmail: string | undefined) {
  const customerHash = customerHashOf(brand, customerEmail);
  const customerEmailHash = emailHashOf(brand.salt, { customerEmail });
  const isOther = customerEmailHash !== undefined && customerEmailHash !== customerHash;
  return { customerHash, ...(isOther && { customerEmailHash }) };
}
