// Tests the attribution of orders to overflow clicks, which are stored outside their visit because it is full.
import { expect, test } from 'vitest';
import { clickId, parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, recordOrder, sendOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const bot = { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

async function createFullVisit({
  visitClick = {},
  overflowClicks,
}: {
  visitClick?: object;
  overflowClicks: readonly object[];
}) {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { admin } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    attributionWindowDays: 7,
    commission: { type: 'percentage', value: 50 },
  });
  const { id, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
  const click = (body: object) =>
    send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: { visitorId: 'a crowd', ...body } });
  for (let count = 0; count < maxClicksPerVisit; count += 1) await click(visitClick);
  for (const body of overflowClicks) await click({ campaignId, ...body });
  const clicks = await clicksOf(id);
  expect(clicks).toHaveLength(maxClicksPerVisit + overflowClicks.length);
  return { admin, id, campaignId, clicks: clicks.slice(maxClicksPerVisit) };
}

const firstCandidate = ({ receipt }: Json) => receipt.candidates[0];

test('an order with an overflow click uses the rate and attribution window of that click’s campaign', async () => {
  const { admin, id, campaignId, clicks } = await createFullVisit({ overflowClicks: [{}] });
  const [answer, { roundTrips }] = await trafficOf(() => sendOrder(admin, { clickId: clicks[0]?.id }));
  const order = answer.json.data;
  expect(order).toMatchObject({ affiliateId: id, campaignId });
  expect(firstCandidate(order)).toMatchObject({ campaignId, windowDays: 7, outcome: 'won' });
  expect((await commissionOf(admin, order)).amount).toBe(50);
  expect(roundTrips).toBeLessThanOrEqual(4);
});

test('an order is attributed to a person’s overflow click, but not to a bot’s overflow click of the same visit', async () => {
  const { admin, id, clicks } = await createFullVisit({ overflowClicks: [bot, {}] });
  const [first, second] = clicks;
  const order = await recordOrder(admin, { clickId: first?.id });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'notCounted' } });
  expect(firstCandidate(order)).toMatchObject({ affiliateId: id, reason: 'notCounted' });
  expect((await recordOrder(admin, { clickId: second?.id })).affiliateId).toBe(id);
});

test('an order has an unknown reference when its click id names a full visit but no click in it', async () => {
  const { admin, clicks } = await createFullVisit({ visitClick: bot, overflowClicks: [{}] });
  const { at, visitSuffix } = parseClickId(clicks[0]?.id ?? '');
  const order = await recordOrder(admin, { clickId: clickId(at - 3_600_000, visitSuffix) });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'unknownReference' } });
});

test('an order has an unknown reference when its click id names a partly filled visit but no click in it', async () => {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  await send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: { visitorId: 'v' } });
  const [real] = await clicksOf(id);
  const { at, visitSuffix } = parseClickId(real?.id ?? '');
  const order = await recordOrder(admin, { clickId: clickId(at - 1, visitSuffix) });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'unknownReference' } });
  expect((await recordOrder(admin, { clickId: real?.id })).affiliateId).toBe(id);
});
