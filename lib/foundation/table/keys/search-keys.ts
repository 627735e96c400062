// Defines the keys under which creators are found by their name or e-mail address. Separate, so that the tracking link does not bundle them.

export const searchPartition = (brandId: string): string => `${brandId}#AFFILIATE_SEARCH`;

/** Terms contain no control characters, so this sorts a term before all longer ones that begin with it. */
const separator = '\u0000';

export const searchKeys = {
  /** A creator has one item for the name and one for the e-mail address. */
  affiliateSearch: (brandId: string, term: string, affiliateId: string) => ({
    pk: searchPartition(brandId),
    sk: `${term}${separator}${affiliateId}`,
  }),
} as const;
