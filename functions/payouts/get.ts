import { csv } from '#lib/http/csv-file.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentCsv, presentDetail } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { checkHasFile } from '#lib/payouts/rules/payout.ts';
import { allLines, firstLines } from '#lib/payouts/store/lines.ts';
import { prefetchPayout, requirePayout } from '#lib/payouts/store/prefetch.ts';

export const handler = endpoint(
  payouts.get,
  async ({ params, prefetched }) => {
    const payout = requirePayout(prefetched);
    if (!params.id.isCsv) return presentDetail(payout, await firstLines(payout));
    checkHasFile(payout);
    return csv(presentCsv(payout, await allLines(payout)));
  },
  { prefetch: prefetchPayout },
);
