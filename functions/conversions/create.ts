import { isDryRun } from '#lib/contract/dry-run.ts';
import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { prefetchReferencedItems } from '#lib/conversions/rules/prefetch-references.ts';
import { prepareConversion } from '#lib/conversions/store/record.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged, withWarnings } from '#lib/http/response.ts';

export const handler = idempotentEndpoint(
  conversions.create,
  async ({ caller, body, query, prefetched, now }) => {
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
