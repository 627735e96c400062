// Rare situations of the endpoints of campaigns. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { newCampaign, read, renamed, spread, withShardedTotals } from '#test/support/sharded-totals.ts';
import { setWithIfMatch } from '#test/support/terms.ts';

export const rareCases: SituationsByEndpoint = {
  'campaigns.setTerms': {
    'with `If-Match`': ({ campaignId }) => setWithIfMatch(`/campaigns/${campaignId}/terms`),
  },
  'campaigns.get': { [spread]: withShardedTotals('campaign', read('/campaigns'), newCampaign) },
  'campaigns.update': { [spread]: withShardedTotals('campaign', renamed('/campaigns'), newCampaign) },
};
