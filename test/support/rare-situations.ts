// Rare situations of endpoints, such as a full visit or the first click of a day. They exceed the usual cost limits.

import { getBrand } from '#lib/brands/store/lookup.ts';
import { singleAttempt } from '#lib/idempotency/rules/attempt.ts';
import { advance } from '#lib/payouts/store/advance.ts';
import { createPayoutOnce, newPayout } from '#lib/payouts/store/payouts.ts';
import { now } from '#lib/shared/clock.ts';
import { updateItem } from '#lib/table/client.ts';
import { type Collection, keys } from '#lib/table/keys/keys.ts';
import { maxClicksOfVisit } from '#lib/tracking/writes/visits.ts';
import { invite, unusedOrder } from './creations.ts';
import { createBrand } from './service.ts';
import type { Asked, Situation, World } from './situations.ts';

/** Reading sharded totals takes one more call. */
const withShardedTotals =
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

const spread = 'with sharded totals';

/** An order by a click beyond a full visit. The click is a bot's, because others resolve to the click they repeat. */
async function orderBeyondVisit({ by, token }: World) {
  const { trackingCode } = await by.invite(token);
  const click = () =>
    by.send('POST', `/tracking/ref/${trackingCode}`, {
      token,
      body: { visitorId: 'a crowd', userAgent: 'Googlebot/2.1' },
    });
  for (let made = 0; made < maxClicksOfVisit; made += 1) await click();
  return { orderId: unusedOrder(), amount: 1, clickId: (await click()).json.data.clickId };
}
const beyondVisit = 'by a click beyond a full visit';

export const rareSituations: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  'affiliates.get': { [spread]: withShardedTotals('affiliate', read('/affiliates'), newAffiliate) },
  'affiliates.update': { [spread]: withShardedTotals('affiliate', renamed('/affiliates'), newAffiliate) },
  'campaigns.get': { [spread]: withShardedTotals('campaign', read('/campaigns'), newCampaign) },
  'campaigns.update': { [spread]: withShardedTotals('campaign', renamed('/campaigns'), newCampaign) },
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
    'by order id': async ({ by, token }) => ({
      path: `/conversions?orderId=${(await by.recordOrder(token)).orderId}`,
      status: 200,
    }),
  },
  'discounts.get': {
    [spread]: withShardedTotals('discount', read('/discounts'), ({ by, token, affiliateId }) =>
      by.createDiscount(token, affiliateId),
    ),
  },
  'payouts.update': {
    'canceled during preparation': async ({ by, token, brandId }) => {
      const { id: affiliateId } = await by.invite(token);
      await by.createCommission({ brandId, affiliateId, status: 'approved' });
      const attempt = singleAttempt(now());
      const payout = newPayout({ affiliateIds: [affiliateId] }, await getBrand(brandId), attempt);
      await advance(await createPayoutOnce(payout, attempt), new Date(0));
      return { path: `/payouts/${payout.id}`, status: 200, body: { status: 'canceled' } };
    },
  },
  'tracking.recordClick': {
    'a click beyond a full visit': async ({ by, token, code }) => {
      const report = { path: `/tracking/ref/${code}`, token, body: { visitorId: 'a crowd' } };
      for (let made = 0; made < maxClicksOfVisit; made += 1) await by.send('POST', report.path, report);
      return { ...report, status: 200 };
    },
  },
  'tracking.followLink': {
    'a new creator': async ({ by, token, campaignId }) => {
      const { trackingCode } = await by.invite(token, { campaignIds: [campaignId] });
      return {
        path: `/tracking/ref/${trackingCode}?campaignId=${campaignId}`,
        status: 302,
        token: undefined,
      };
    },
    // This click creates the visitor salt of the day.
    'the first click of a brand’s day': async () => {
      const { admin } = await createBrand();
      const { trackingCode } = await invite(admin);
      return { path: `/tracking/ref/${trackingCode}`, status: 302, token: undefined };
    },
  },
};
