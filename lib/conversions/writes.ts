// Builds the items of conversions.

import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import type { Conversion } from './schema/conversion.ts';

export const conversionKey = (brandId: string, id: string) => keys.item(brandId, 'conversion', id);

/** The index partitions that list the conversion. */
export const indexKeysOf = ({ brandId, affiliateId, receipt }: Conversion) => ({
  ...indexKeys.byStatus(brandId, 'conversion', receipt.attribution),
  ...(affiliateId !== null && indexKeys.byAffiliate(brandId, 'conversion', affiliateId)),
});

const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Omits the nulls of candidates, so that most conversions fit into the 1 KB of a write unit, in each index. */
export const toStored = ({ receipt, ...conversion }: Conversion) => ({
  ...conversion,
  receipt: { ...receipt, candidates: receipt.candidates.map(withoutNulls) },
});
