// Rare situations of the endpoints of affiliates. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { newAffiliate, read, renamed, spread, withShardedTotals } from '#test/support/sharded-totals.ts';

export const rareCases: SituationsByEndpoint = {
  'affiliates.get': { [spread]: withShardedTotals('affiliate', read('/affiliates'), newAffiliate) },
  'affiliates.update': { [spread]: withShardedTotals('affiliate', renamed('/affiliates'), newAffiliate) },
};
