import { endpoint } from '#lib/http/endpoint.ts';
import { csv } from '#lib/http/response.ts';
import { presentDetail, presentFile } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { checkPayable } from '#lib/payouts/rules/payout.ts';
import { allLines, firstLines } from '#lib/payouts/store/lines.ts';
import { existing, prefetchPayout } from '#lib/payouts/store/prefetch.ts';

export const handler = endpoint(
  payouts.get,
  async ({ params, prefetched }) => {
    const payout = existing(prefetched);
    if (!params.id.isCsv) return presentDetail(payout, await firstLines(payout));
    checkPayable(payout);
    return csv(presentFile(payout, await allLines(payout)));
  },
  { prefetch: prefetchPayout },
);
