import { isDryRun } from '#lib/foundation/contract/dry-run.ts';
import { presentConversion, presentPreview } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { requireMaySettle } from '#lib/money/conversions/rules/may-settle.ts';
import { prefetchReferencedItems } from '#lib/money/conversions/rules/prefetch-references.ts';
import { prepareConversion } from '#lib/money/conversions/store/record.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { unchanged, withWarnings } from '#lib/surface/http/response.ts';

export const handler = idempotentEndpoint(
  conversions.create,
  async ({ caller, body, query, prefetched, now }) => {
    requireMaySettle(caller, [body]);
    const dryRun = isDryRun(query);
    const prepared = await prepareConversion(body, { brand: caller.brand, now }, prefetched);
    const { conversion, commission, isRepeat, warnings, writes } = prepared;
    if (!isRepeat && !dryRun)
      return { answer: withWarnings(presentConversion(conversion), warnings), writes };
    const shown = isRepeat ? presentConversion(conversion) : presentPreview(conversion, commission);
    return { answer: withWarnings(unchanged(shown), warnings) };
  },
  { prefetch: prefetchReferencedItems },
);
