// Rare situations of the endpoints of discounts. They may exceed the cost budgets.
import { discountDefinition } from '#test/support/creations-with.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { read, spread, withShardedTotals } from '#test/support/sharded-totals.ts';
import { at } from '#test/support/situation-helpers.ts';

export const rareCases: SituationsByEndpoint = {
  'discounts.createBulk': {
    // Several transactions add the same membership, and all but one repeat without it.
    '100 codes of a creator who joins the campaign': async ({ by, token, campaignId }) => {
      const { id } = await by.invite(token);
      const discounts = Array.from({ length: 100 }, () => discountDefinition(id, { campaignId }));
      return { path: '/discounts/bulk', status: 200, body: { discounts } };
    },
  },
  'discounts.list': {
    'with creators and campaigns': at(() => '/discounts?expand=affiliate,campaign'),
    'by campaign': at(({ campaignId }) => `/discounts?campaignId=${campaignId}`),
    'by status': at(() => '/discounts?status=active'),
    'by creator and status': at(({ affiliateId }) => `/discounts?affiliateId=${affiliateId}&status=paused`),
    'by code': async ({ by, token, affiliateId }) => ({
      path: `/discounts?code=${(await by.createDiscount(token, affiliateId)).code}`,
      status: 200,
    }),
  },
  'discounts.update': {
    [spread]: withShardedTotals(
      'discount',
      (id) => ({ path: `/discounts/${id}`, status: 200, body: { metadata: { season: 'spring' } } }),
      ({ by, token, affiliateId }) => by.createDiscount(token, affiliateId),
    ),
    'the limit of a code with sharded totals': withShardedTotals(
      'discount',
      (id) => ({ path: `/discounts/${id}`, status: 200, body: { usageLimit: 5 } }),
      ({ by, token, affiliateId }) => by.createDiscount(token, affiliateId),
    ),
  },
  'discounts.get': {
    [spread]: withShardedTotals('discount', read('/discounts'), ({ by, token, affiliateId }) =>
      by.createDiscount(token, affiliateId),
    ),
  },
};
