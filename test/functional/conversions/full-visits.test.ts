// Orders by clicks whose visit was full: they stand elsewhere, and are judged like any other.
import { expect, test } from 'vitest';
import { clickId, partsOf } from '#lib/tracking/rules/visit.ts';
import { maxClicksOfVisit } from '#lib/tracking/writes/visits.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, recordOrder, sendOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const bot = { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

/** A creator in a campaign of half of all, and a visit on their link that is full; the clicks beyond it are as `beyond` says. */
async function withFullVisit({ within = {}, beyond }: { within?: object; beyond: readonly object[] }) {
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
  for (let made = 0; made < maxClicksOfVisit; made += 1) await click(within);
  for (const body of beyond) await click({ campaignId, ...body });
  const clicks = await clicksOf(id);
  expect(clicks).toHaveLength(maxClicksOfVisit + beyond.length);
  return { admin, id, campaignId, clicks: clicks.slice(maxClicksOfVisit) };
}

const receiptOf = ({ receipt }: Json) => receipt.candidates[0];

test('a click beyond a visit has its own campaign, with its rate and its window', async () => {
  const { admin, id, campaignId, clicks } = await withFullVisit({ beyond: [{}] });
  const [answer, { roundTrips }] = await trafficOf(() => sendOrder(admin, { clickId: clicks[0]?.id }));
  const order = answer.json.data;
  expect(order).toMatchObject({ affiliateId: id, campaignId });
  expect(receiptOf(order)).toMatchObject({ campaignId, windowDays: 7, outcome: 'won' });
  expect((await commissionOf(admin, order)).amount).toBe(50);
  expect(roundTrips).toBeLessThanOrEqual(4);
});

test('a bot’s click beyond a visit does not count, one beside it does', async () => {
  const { admin, id, clicks } = await withFullVisit({ beyond: [bot, {}] });
  const [first, second] = clicks;
  const order = await recordOrder(admin, { clickId: first?.id });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'notCounted' } });
  expect(receiptOf(order)).toMatchObject({ affiliateId: id, reason: 'notCounted' });
  expect((await recordOrder(admin, { clickId: second?.id })).affiliateId).toBe(id);
});

test('an id that is made of a full visit, and of no click, is no reference', async () => {
  const { admin, clicks } = await withFullVisit({ within: bot, beyond: [{}] });
  const { at, tail } = partsOf(clicks[0]?.id ?? '');
  const order = await recordOrder(admin, { clickId: clickId(at - 3_600_000, tail) });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'unknownReference' } });
});

test('an id that is made of a visit that is not full is no reference', async () => {
  fakeClock('2026-03-01T12:00:00.000Z', 1);
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  await send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: { visitorId: 'v' } });
  const [real] = await clicksOf(id);
  const { at, tail } = partsOf(real?.id ?? '');
  const order = await recordOrder(admin, { clickId: clickId(at - 1, tail) });
  expect(order).toMatchObject({ affiliateId: null, receipt: { attribution: 'unknownReference' } });
  expect((await recordOrder(admin, { clickId: real?.id })).affiliateId).toBe(id);
});
