// Conversions as they are read.
import type { Item } from '#lib/table/client.ts';
import { getExisting } from '#lib/table/existing.ts';
import { affiliateScope, indexKeys, keys } from '#lib/table/keys.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { listSource } from '#lib/table/source.ts';
import { type Conversion, type ConversionFilters, storedConversion } from './schema.ts';

export const conversionKey = (brandId: string, id: string) => keys.item(brandId, 'conversion', id);

/** The lists that it stands in, beside that of all. */
export const indexKeysOf = ({ brandId, affiliateId, receipt }: Conversion) => ({
  ...indexKeys.byStatus(brandId, 'conversion', receipt.attribution),
  ...(affiliateId !== null && indexKeys.byAffiliate(brandId, 'conversion', affiliateId)),
});

const parse = (found: Item): Conversion => storedConversion.parse(found);

export const getConversion = async (brandId: string, id: string): Promise<Conversion> =>
  parse(await getExisting(conversionKey(brandId, id), 'conversion'));

/** Those of a creator are all attributed; of another reason it has none. */
const narrowed = ({ affiliateId, attribution }: ConversionFilters) =>
  affiliateId !== undefined && attribution === 'attributed'
    ? { affiliateId }
    : { affiliateId, status: attribution };

export function listConversions(brandId: string, filters: ConversionFilters, page: PageRequest) {
  const { affiliateId, attribution } = filters;
  const source = listSource(brandId, 'conversion', narrowed(filters));
  const field = attribution ?? 'total';
  const total =
    affiliateId === undefined
      ? ({ scope: brandId, counter: 'conversions', field } as const)
      : ({ scope: affiliateScope(brandId, affiliateId), counter: 'affiliateConversions', field } as const);
  return readList(source, page, parse, total);
}
