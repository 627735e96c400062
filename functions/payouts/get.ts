import { canRead, grantOf } from '#lib/auth/rules/caller.ts';
import { requireContentScopes } from '#lib/contract/content-scopes.ts';
import { csv } from '#lib/http/csv-file.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentCsv, presentDetail } from '#lib/payouts/present.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { checkHasFile } from '#lib/payouts/rules/payout.ts';
import { allLines, firstLines } from '#lib/payouts/store/lines.ts';
import { prefetchPayout, requirePayout } from '#lib/payouts/store/prefetch.ts';

export const handler = endpoint(
  payouts.get,
  async ({ caller, params, query, prefetched }) => {
    if (params.id.isCsv) requireContentScopes(grantOf(caller).scopes, ['creators:read'], 'the CSV file');
    const payout = requirePayout(prefetched);
    const showsCreators = canRead(caller, 'creators:read');
    if (!params.id.isCsv) return presentDetail(payout, await firstLines(payout), showsCreators);
    checkHasFile(payout);
    return csv(presentCsv(payout, await allLines(payout), query));
  },
  { prefetch: prefetchPayout },
);
