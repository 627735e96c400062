import { canRead, grantOf } from '#lib/access/auth/rules/caller.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import { presentCsv, presentDetail } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { checkHasFile } from '#lib/money/payouts/rules/file.ts';
import { allLines, withFirstLines } from '#lib/money/payouts/store/lines.ts';
import { prefetchPayout, requirePayout } from '#lib/money/payouts/store/prefetch.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  payouts.get,
  async ({ caller, params, query, prefetched }) => {
    if (params.id.isCsv) requireContentScopes(grantOf(caller).scopes, ['creators:read'], 'the CSV file');
    const payout = requirePayout(prefetched);
    const showsCreators = canRead(caller, 'creators:read');
    if (!params.id.isCsv) return presentDetail(await withFirstLines(payout), showsCreators);
    checkHasFile(payout);
    return csv(presentCsv(payout, await allLines(payout), query));
  },
  { prefetch: prefetchPayout },
);
