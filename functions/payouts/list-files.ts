import { payouts } from '#lib/money/payout-files/routes.ts';
import { presentFiles } from '#lib/money/payouts/present/files.ts';
import { linesWithDetails } from '#lib/money/payouts/store/file-lines.ts';
import { prefetchPayout, requirePayout } from '#lib/money/payouts/store/prefetch.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  payouts.listFiles,
  async ({ caller: { brand }, prefetched, now }) => {
    const payout = requirePayout(prefetched);
    return presentFiles(payout, brand, await linesWithDetails(payout), now);
  },
  { prefetch: prefetchPayout },
);
