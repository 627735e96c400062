// Defines the keys of terms. The versions of an owner (a brand, campaign, creator or group) are sorted by their time.

export const termsPartition = (brandId: string): string => `${brandId}#TERMS`;

const separator = '#';

export const termsKeys = {
  terms: (brandId: string, ownerId: string, validFrom: string) => ({
    pk: termsPartition(brandId),
    sk: `${ownerId}${separator}${validFrom}`,
  }),
  affiliateGroup: (brandId: string, name: string) => ({ pk: `${brandId}#AFFILIATE_GROUP`, sk: name }),
} as const;

export const termsOwnerIn = (sk: unknown): string => String(sk).split(separator)[0] ?? '';

/** The range of all versions of an owner, or of those that apply at a time or before it. */
export const termsRange = (brandId: string, ownerId: string, upTo = '~') => ({
  partition: termsPartition(brandId),
  from: termsKeys.terms(brandId, ownerId, '').sk,
  to: termsKeys.terms(brandId, ownerId, upTo).sk,
});
