import { presentConversionDetails } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { idAtAddress, prefetchAddress } from '#lib/money/conversions/rules/address.ts';
import { getConversionWithItems } from '#lib/money/conversions/store/conversions.ts';
import { presentExpanded } from '#lib/program/expansions/present.ts';
import { readExpansions } from '#lib/program/expansions/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  conversions.get,
  async ({ caller: { brand }, params, query, now, prefetched }) => {
    const row = presentConversionDetails(
      await getConversionWithItems(brand.id, idAtAddress(params, prefetched)),
    );
    return presentExpanded(row, await readExpansions(brand.id, [row], query.expand), brand, now);
  },
  { prefetch: prefetchAddress },
);
