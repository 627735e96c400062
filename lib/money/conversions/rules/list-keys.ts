// Derives the keys that list a conversion by campaign, discount code, customer and time. Its ledger entry stores them.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

/** A salted hash, because a ledger entry is never deleted and must not contain personal data. */
export const customerKeyOf = (salt: string, customerId: string): string => hashWithSalt(salt, customerId);

/** The key of the customer of an order, also after the customer was erased. Undefined without a `customerId`. */
export const customerOf = (
  { customerId, customerKey }: Pick<Conversion, 'customerId' | 'customerKey'>,
  { brand: { salt } }: { readonly brand: Pick<Brand, 'salt'> },
): string | undefined => (customerId === null ? customerKey : customerKeyOf(salt, customerId));

type ListedConversion = Pick<Conversion, 'id' | 'brandId' | 'campaignId' | 'discountId' | 'occurredAt'>;

export const conversionListKeys = (
  { id, brandId, campaignId, discountId, occurredAt }: ListedConversion,
  customerKey: string | undefined,
) => ({
  ...listKeys.listedId(id),
  ...(campaignId !== null && listKeys.byCampaign(brandId, 'conversion', campaignId)),
  ...(discountId !== null && listKeys.byDiscount(brandId, discountId)),
  ...(customerKey !== undefined && listKeys.byCustomer(brandId, customerKey)),
  ...listKeys.byTime(brandId, 'OCCURRED', occurredAt, id),
});
