import { canRead } from '#lib/access/auth/rules/caller.ts';
import { presentLine } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { listLines } from '#lib/money/payouts/store/lines.ts';
import { prefetchPayout, requirePayout } from '#lib/money/payouts/store/prefetch.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  payouts.listLines,
  async ({ caller, prefetched, query, page }) => {
    const payout = requirePayout(prefetched);
    const found = await listLines(payout, query.excluded === 'true', page);
    const showsCreators = canRead(caller, 'creators:read');
    const items = found.items.map((line) => presentLine(line, payout, showsCreators));
    return { ...found, items };
  },
  { prefetch: prefetchPayout },
);
