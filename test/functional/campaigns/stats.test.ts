import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, refund, sendOrder } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const requestStats = (token: string, campaignId: string, query = '') =>
  send('GET', `/campaigns/${campaignId}/stats${query}`, { token });

async function campaignWithLink(admin: string) {
  const campaign = await createCampaign(admin, {
    status: 'active',
    commission: { type: 'percentage', value: 10 },
  });
  const creator = await invite(admin, { campaignIds: [campaign.id] });
  const click = (visitorId: string) =>
    dataOf(
      send('POST', `/tracking/ref/${creator.trackingCode}`, {
        token: admin,
        body: { visitorId, campaignId: campaign.id },
      }),
      201,
    );
  const order = async (clickId: string, amount: number) => dataOf(sendOrder(admin, { clickId, amount }), 201);
  return { campaign, click, order };
}

test('GET /v1/campaigns/{id}/stats returns zeros for a new campaign and defaults to the last 30 days', async () => {
  fakeClock('2026-03-15T12:00:00.000Z');
  const { admin, member } = await createBrand();
  const { id } = await createCampaign(admin);
  expect(await dataOf(requestStats(member, id))).toEqual({
    ...{ from: '2026-02-14', to: '2026-03-15' },
    ...{ clicks: 0, uniqueClicks: 0, orders: 0, netRevenue: 0, commission: 0 },
  });
});

test('GET /v1/campaigns/{id}/stats counts the clicks of the date range, but the orders of all time, and deducts refunds and rejections', async () => {
  const clock = fakeClock('2026-03-14T23:00:00.000Z');
  const { admin } = await createBrand();
  const { campaign, click, order } = await campaignWithLink(admin);
  const first = await click('a');
  clock.set('2026-03-15T01:00:00.000Z');
  await click('a');
  const second = await click('b');
  await aggregateNewClicks();
  await refund(admin, (await order(first.clickId, 100)).id, { amount: 30 });
  await refund(admin, (await order(second.clickId, 50)).id);
  const rejected = await order(second.clickId, 40);
  const { id: commissionId } = await commissionOf(admin, rejected);
  await dataOf(
    send('PATCH', `/commissions/${commissionId}/reject`, { token: admin, body: { reason: 'Test order' } }),
  );
  const earned = { orders: 2, netRevenue: 110, commission: 7 };
  const range = '?from=2026-03-15&to=2026-03-15';
  expect(await dataOf(requestStats(admin, campaign.id, range))).toMatchObject({
    ...{ clicks: 2, uniqueClicks: 2 },
    ...earned,
  });
  expect(await dataOf(requestStats(admin, campaign.id))).toMatchObject({
    ...{ clicks: 3, uniqueClicks: 3 },
    ...earned,
  });
});

test('GET /v1/campaigns/{id}/stats excludes the clicks and orders of other campaigns', async () => {
  const { admin } = await createBrand();
  const { campaign } = await campaignWithLink(admin);
  const other = await campaignWithLink(admin);
  const { clickId } = await other.click('a');
  await other.order(clickId, 100);
  await aggregateNewClicks();
  expect(await dataOf(requestStats(admin, campaign.id))).toMatchObject({ clicks: 0, orders: 0 });
  expect(await dataOf(requestStats(admin, other.campaign.id))).toMatchObject({ clicks: 1, orders: 1 });
});

test('GET /v1/campaigns/{id}/stats returns 404 for an unknown campaign and 400 for an invalid range', async () => {
  const { admin } = await createBrand();
  const { id } = await createCampaign(admin);
  expectError(
    await requestStats(admin, 'cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    errorBody(404, 'Campaign not found'),
  );
  const refused = await requestStats(admin, id, '?from=2026-03-02&to=2026-03-01');
  expect(refused.json).toEqual(
    errorBody(400, 'Invalid query parameters', [{ path: 'from', message: expect.any(String) }]),
  );
});
