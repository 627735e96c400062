import { presentConversion } from '#lib/money/conversions/present.ts';
import { prefetchConversion } from '#lib/money/conversions/rules/prefetch-conversion.ts';
import { conversionAt } from '#lib/money/conversions/store/conversions.ts';
import { prepareCancellation } from '#lib/money/conversions/store/decisions.ts';
import { conversions } from '#lib/money/corrections/routes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  conversions.cancel,
  async ({ caller: { brand }, params, body, prefetched, now }) => {
    const order = await conversionAt(brand.id, params, prefetched);
    const { conversion, writes } = await prepareCancellation(order, body.reason, { brand, now });
    return { answer: presentConversion(conversion), writes };
  },
  { prefetch: prefetchConversion },
);
