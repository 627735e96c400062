// Rare situations of the endpoints of discounts. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { read, spread, withShardedTotals } from '#test/support/sharded-totals.ts';

export const rareCases: SituationsByEndpoint = {
  'discounts.get': {
    [spread]: withShardedTotals('discount', read('/discounts'), ({ by, token, affiliateId }) =>
      by.createDiscount(token, affiliateId),
    ),
  },
};
