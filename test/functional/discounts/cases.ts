// The cost budgets and situations of the endpoints of discounts. The first situation of each endpoint is a plain success.

import { runInBatches } from '#test/support/concurrent.ts';
import { unusedCode } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';

const someDiscount = (affiliateId: string) => ({ code: unusedCode(), type: 'fixed', value: 5, affiliateId });

const someDiscounts = async (
  affiliateIds: readonly string[],
  more: object = {},
): Promise<SituationRequest> => ({
  path: '/discounts/bulk',
  status: 200,
  body: { discounts: affiliateIds.map((id) => ({ ...someDiscount(id), ...more })) },
});

const newAffiliates = ({ by, token }: World, count: number): Promise<string[]> =>
  runInBatches(count, async () => (await by.invite(token)).id);

export const cases = defineCases({
  'discounts.list': {
    budget: 2,
    situations: {
      all: at(() => '/discounts'),
      'by creator': at(({ affiliateId }) => `/discounts?affiliateId=${affiliateId}`),
    },
  },
  'discounts.get': {
    budget: 2,
    situations: {
      one: async ({ by, token, affiliateId }) => ({
        path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
        status: 200,
      }),
    },
  },
  'discounts.create': {
    budget: 3,
    budgetWithKey: 3,
    situations: {
      'for a creator': ({ affiliateId }) => ({
        path: '/discounts',
        status: 201,
        body: someDiscount(affiliateId),
      }),
      'for a creator in a campaign': ({ affiliateId, campaignId }) => ({
        path: '/discounts',
        status: 201,
        body: { ...someDiscount(affiliateId), campaignId },
      }),
    },
  },
  'discounts.createBulk': {
    budget: 3,
    budgetWithKey: 5,
    situations: {
      one: ({ affiliateId }) => someDiscounts([affiliateId]),
      '100 of one creator': ({ affiliateId }) =>
        someDiscounts(Array.from({ length: 100 }, () => affiliateId)),
      '100 of 100 creators in a campaign': async (world) =>
        someDiscounts(await newAffiliates(world, 100), { campaignId: world.campaignId }),
      'one of a member of the campaign': async ({ by, token, affiliateId, campaignId }) => {
        await by.createDiscount(token, affiliateId, { campaignId });
        return someDiscounts([affiliateId], { campaignId });
      },
      '100 codes that are taken': ({ affiliateId }) =>
        someDiscounts(
          Array.from({ length: 100 }, () => affiliateId),
          { code: 'always-the-same' },
        ),
    },
  },
  'discounts.update': {
    budget: 3,
    situations: {
      'its metadata': async ({ by, token, affiliateId }) => ({
        path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
        status: 200,
        body: { metadata: { season: 'spring' } },
      }),
      'its status and its limit': async ({ by, token, affiliateId }) => ({
        path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
        status: 200,
        body: { status: 'paused', usageLimit: 5 },
      }),
      'its external id': async ({ by, token, affiliateId }) => {
        const { id, code } = await by.createDiscount(token, affiliateId, { externalId: unusedCode() });
        return { path: `/discounts/${id}`, status: 200, body: { externalId: `${code}-new` } };
      },
    },
  },
  'discounts.delete': {
    budget: 3,
    situations: {
      one: async ({ by, token, affiliateId }) => ({
        path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
        status: 204,
      }),
    },
  },
});
