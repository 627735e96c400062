import { presentConversion } from '#lib/money/conversions/present.ts';
import { prefetchConversion } from '#lib/money/conversions/rules/prefetch-conversion.ts';
import { conversionAt } from '#lib/money/conversions/store/conversions.ts';
import { updateConversion } from '#lib/money/conversions/store/update.ts';
import { conversions } from '#lib/money/corrections/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  conversions.update,
  async ({ caller: { brand }, params, body, prefetched, now }) => {
    const before = await conversionAt(brand.id, params, prefetched);
    return presentConversion(await updateConversion(before, body, { brand, now }));
  },
  { prefetch: prefetchConversion },
);
