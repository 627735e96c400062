// Situations that an endpoint is in once in a while only: when a visit is full, or a day is new. They cost more than its
// budget, and write what it writes nowhere else.

import { getBrand } from '#lib/brands/store/lookup.ts';
import { singleAttempt } from '#lib/idempotency/rules/attempt.ts';
import { advance } from '#lib/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/payouts/store/payouts.ts';
import { now } from '#lib/shared/clock.ts';
import { updateItem } from '#lib/table/client.ts';
import { type Collection, keys } from '#lib/table/keys/keys.ts';
import { maxClicksPerVisit } from '#lib/tracking/writes/visits.ts';
import { invite, unusedOrder } from './creations.ts';
import { createBrand } from './service.ts';
import type { Asked, Situation, World } from './situations.ts';

/** Sums that are spread are read in one more call. */
const withSpreadSums =
  (
    collection: Collection,
    situation: (id: string) => Asked,
    create: (world: World) => Promise<{ id: string }>,
  ): Situation =>
  async (world) => {
    const { id } = await create(world);
    await updateItem({
      Key: keys.item(world.brandId, collection, id),
      UpdateExpression: 'SET sumsAreSpread = :yes',
      ExpressionAttributeValues: { ':yes': true },
    });
    return situation(id);
  };

const read =
  (path: string) =>
  (id: string): Asked => ({ path: `${path}/${id}`, status: 200 });
const renamed =
  (path: string) =>
  (id: string): Asked => ({ path: `${path}/${id}`, status: 200, body: { name: 'Renamed' } });
const newAffiliate = ({ by, token }: World) => by.invite(token);
const newCampaign = ({ by, token }: World) => by.createCampaign(token);

const spread = 'its sums are spread';

/** An order by a click that stands beyond its visit: a bot’s, since others are answered as the one that they repeat. */
async function orderBeyondVisit({ by, token }: World) {
  const { trackingCode } = await by.invite(token);
  const click = () =>
    by.send('POST', `/tracking/ref/${trackingCode}`, {
      token,
      body: { visitorId: 'a crowd', userAgent: 'Googlebot/2.1' },
    });
  for (let made = 0; made < maxClicksPerVisit; made += 1) await click();
  return { orderId: unusedOrder(), amount: 1, clickId: (await click()).json.data.clickId };
}
const beyondVisit = 'by a click beyond its visit';

export const rareSituations: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  'affiliates.get': { [spread]: withSpreadSums('affiliate', read('/affiliates'), newAffiliate) },
  'affiliates.update': { [spread]: withSpreadSums('affiliate', renamed('/affiliates'), newAffiliate) },
  'campaigns.get': { [spread]: withSpreadSums('campaign', read('/campaigns'), newCampaign) },
  'campaigns.update': { [spread]: withSpreadSums('campaign', renamed('/campaigns'), newCampaign) },
  'conversions.create': {
    [beyondVisit]: async (world) => ({
      path: '/conversions',
      status: 201,
      body: await orderBeyondVisit(world),
    }),
  },
  'conversions.createBulk': {
    [beyondVisit]: async (world) => ({
      path: '/conversions/bulk',
      status: 200,
      body: { conversions: [await orderBeyondVisit(world)] },
    }),
  },
  'conversions.list': {
    'by the id of an order': async ({ by, token }) => ({
      path: `/conversions?orderId=${(await by.recordOrder(token)).orderId}`,
      status: 200,
    }),
  },
  'discounts.get': {
    [spread]: withSpreadSums('discount', read('/discounts'), ({ by, token, affiliateId }) =>
      by.createDiscount(token, affiliateId),
    ),
  },
  'payouts.update': {
    // Its request has come to no more than the first step.
    'canceled while it is preparing': async ({ by, token, brandId }) => {
      const { id: affiliateId } = await by.invite(token);
      await by.createCommission({ brandId, affiliateId, status: 'approved' });
      const attempt = singleAttempt(now());
      const payout = newPayout({ affiliateIds: [affiliateId] }, await getBrand(brandId), attempt);
      await advance(await createPayoutOnce(payout, attempt), new Date(0));
      return { path: `/payouts/${payout.id}`, status: 200, body: { status: 'canceled' } };
    },
  },
  'tracking.recordClick': {
    'one of a crowd': async ({ by, token, code }) => {
      const report = { path: `/tracking/ref/${code}`, token, body: { visitorId: 'a crowd' } };
      for (let made = 0; made < maxClicksPerVisit; made += 1) await by.send('POST', report.path, report);
      return { ...report, status: 200 };
    },
  },
  'tracking.followLink': {
    'of a creator nobody knows yet': async ({ by, token, campaignId }) => {
      const { trackingCode } = await by.invite(token, { campaignIds: [campaignId] });
      return {
        path: `/tracking/ref/${trackingCode}?campaignId=${campaignId}`,
        status: 302,
        token: undefined,
      };
    },
    // It makes the salt of the day's visitors.
    'the first click of a brand’s day': async () => {
      const { admin } = await createBrand();
      const { trackingCode } = await invite(admin);
      return { path: `/tracking/ref/${trackingCode}`, status: 302, token: undefined };
    },
  },
};
