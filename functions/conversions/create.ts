import { recordConversion } from '#lib/conversions/orders.ts';
import { neededFor } from '#lib/conversions/prefetch.ts';
import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { repeated } from '#lib/http/response.ts';

export const handler = endpoint(
  conversions.create,
  async ({ caller: { brand }, body, query, prefetched, now }) => {
    const dryRun = query.dryRun === 'true';
    const { conversion, commission, isRepeat } = await recordConversion(body, brand, prefetched, {
      now,
      dryRun,
    });
    if (isRepeat) return repeated(presentConversion(conversion));
    return dryRun ? repeated(presentPreview(conversion, commission)) : presentConversion(conversion);
  },
  { prefetch: neededFor },
);
