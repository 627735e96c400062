// Defines the keys of erasures of personal data. Separate, so that the tracking link does not bundle them.

export const erasurePartition = (brandId: string): string => `${brandId}#ERASURE`;

export const deletedResourcePartition = (brandId: string, affiliateId: string): string =>
  `${brandId}#${affiliateId}#DELETED_RESOURCES`;

export const privacyKeys = {
  erasure: (brandId: string, id: string) => ({ pk: erasurePartition(brandId), sk: id }),
  /** Names the newest erasure of a person: the id of a creator, or the salted hash of a customer id. */
  erasedPerson: (brandId: string, person: string) => ({ pk: `${brandId}#ERASED`, sk: person }),
  /** Names a deleted discount code or link of a creator, because its events still exist. */
  deletedResource: (brandId: string, affiliateId: string, resourceId: string) => ({
    pk: deletedResourcePartition(brandId, affiliateId),
    sk: resourceId,
  }),
} as const;
