// Stores each creator under the hash of their mailbox, so that several accounts of one person are found.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { canonicalAddress } from '#lib/foundation/shared/canonical-address.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

type Salted = Pick<Brand, 'salt'>;

export const mailboxHash = ({ salt }: Salted, { email }: Pick<Affiliate, 'email'>): string =>
  hashWithSalt(salt, canonicalAddress(email));

const keyOf = (affiliate: Affiliate, brand: Salted) =>
  fraudKeys.mailbox(affiliate.brandId, mailboxHash(brand, affiliate), affiliate.id);

export const putMailbox = (affiliate: Affiliate, brand: Salted): Write => ({
  kind: 'put',
  item: { ...keyOf(affiliate, brand), affiliateId: affiliate.id },
});

export const removeMailbox = (affiliate: Affiliate, brand: Salted): Write => ({
  kind: 'delete',
  key: keyOf(affiliate, brand),
});

export function changeMailbox(before: Affiliate, after: Affiliate, brand: Salted): readonly Write[] {
  const key = keyOf(before, brand);
  return key.pk === keyOf(after, brand).pk ? [] : [putMailbox(after, brand), { kind: 'delete', key }];
}
