// Rare situations of the endpoints of campaigns. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { newCampaign, read, renamed, spread, withShardedTotals } from '#test/support/sharded-totals.ts';

export const rareCases: SituationsByEndpoint = {
  'campaigns.get': { [spread]: withShardedTotals('campaign', read('/campaigns'), newCampaign) },
  'campaigns.update': { [spread]: withShardedTotals('campaign', renamed('/campaigns'), newCampaign) },
};
