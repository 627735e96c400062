import { canRead } from '#lib/auth/rules/caller.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentLine } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { listLines } from '#lib/payouts/store/lines.ts';
import { prefetchPayout, requirePayout } from '#lib/payouts/store/prefetch.ts';

export const handler = endpoint(
  payouts.listLines,
  async ({ caller, prefetched, query, page }) => {
    const payout = requirePayout(prefetched);
    const found = await listLines(payout, query.excluded === 'true', page);
    const showsCreators = canRead(caller, 'creators:read');
    const items = found.items.map((line) => presentLine(line, payout.currency, showsCreators));
    return { ...found, items };
  },
  { prefetch: prefetchPayout },
);
