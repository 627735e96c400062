import { presentConversion, presentPreview } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { leadsAhead, neededFor } from '#lib/conversions/store/prefetch.ts';
import { recordConversion } from '#lib/conversions/store/record.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { memoized } from '#lib/shared/memoized.ts';

export const handler = idempotentEndpoint(
  conversions.create,
  async ({ caller: { brand }, body, query, prefetched: named, ahead: leads, now, remember }) => {
    const dryRun = query.dryRun === 'true';
    const present = memoized(presentConversion);
    const also = (conversion: Parameters<typeof present>[0]) => remember(present(conversion));
    const outcome = await recordConversion(body, brand, { named, leads }, { now, dryRun, also });
    const { conversion, commission, isRepeat } = outcome;
    if (isRepeat) return unchanged(present(conversion));
    return dryRun ? unchanged(presentPreview(conversion, commission)) : present(conversion);
  },
  { prefetch: neededFor, readAhead: leadsAhead },
);
