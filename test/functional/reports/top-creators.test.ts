// Tests the report of the creators with the highest net revenue.
import { beforeEach, expect, test } from 'vitest';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read, refund } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

beforeEach(() => {
  fakeClock('2026-03-31T12:00:00Z', 1);
});

async function aggregateAll(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}

const topCreators = (token: string, query = ''): Promise<Json> =>
  read(token, `/reports/top-creators${query}`);
const idsIn = ({ creators }: Json): readonly string[] => creators.map(({ affiliateId }: Json) => affiliateId);

test('GET /v1/reports/top-creators returns the creators by net revenue of the last 30 days', async () => {
  const { admin: token } = await createBrand('scale');
  const [ada, ben, cleo, dan] = await createdAt('2026-03-01T12:00:00Z', async () => [
    await inviteActive(token, { name: 'Ada', email: 'ada@creators.test' }),
    await inviteActive(token),
    await inviteActive(token),
    await inviteActive(token),
  ]);
  const order = (creator: Json, amount: number, occurredAt: string) =>
    recordOrder(token, { amount, occurredAt, trackingCode: creator.trackingCode });
  await order(ada, 50, '2026-03-02T00:30:00Z');
  await order(ada, 40, '2026-03-31T11:00:00Z');
  const { id } = await order(ben, 200, '2026-03-20T10:00:00Z');
  await refund(token, id, { amount: 120 });
  // Cleo's order is a moment before the 30 days, and Dan's only order is refunded.
  await order(cleo, 500, '2026-03-01T23:59:59Z');
  await refund(token, (await order(dan, 60, '2026-03-20T10:00:00Z')).id, { amount: 60 });
  await send('POST', `/tracking/ref/${ada.trackingCode}`, { token, body: { visitorId: 'one' } });
  await aggregateAll();

  const report = await topCreators(token);
  expect(report).toMatchObject({ from: '2026-03-02', to: '2026-03-31', currency: 'USD' });
  expect(idsIn(report)).toEqual([ada.id, ben.id]);
  expect(report.creators[0]).toEqual({
    affiliateId: ada.id,
    name: 'Ada',
    email: 'ada@creators.test',
    clicks: 1,
    uniqueClicks: 1,
    orders: 2,
    netRevenue: 90,
    commission: 9,
  });
  expect(report.creators[1]).toMatchObject({ orders: 1, netRevenue: 80 });
  expect(idsIn(await topCreators(token, '?limit=1'))).toEqual([ada.id]);
});

test('`campaignId` leaves only the orders of this campaign in the report of the top creators', async () => {
  const { admin: token } = await createBrand('scale');
  const campaign = await createCampaign(token, { status: 'active' });
  const ada = await inviteActive(token, { campaignIds: [campaign.id] });
  const discount = await createDiscount(token, ada.id, { campaignId: campaign.id });
  await recordOrder(token, { amount: 30, discountCode: discount.code });
  await recordOrder(token, { amount: 70, trackingCode: ada.trackingCode });
  await aggregateAll();
  const [all, ofCampaign] = [
    await topCreators(token),
    await topCreators(token, `?campaignId=${campaign.id}`),
  ];
  expect([all.creators[0].netRevenue, ofCampaign.creators[0].netRevenue]).toEqual([100, 30]);
});

test('GET /v1/reports/top-creators returns an empty list without orders, and refuses a limit above 100', async () => {
  const { admin: token } = await createBrand();
  expect((await topCreators(token)).creators).toEqual([]);
  const { status, json } = await send('GET', '/reports/top-creators?limit=101', { token });
  expect([status, json.details]).toEqual([400, [{ path: 'limit', message: 'Must be at most 100' }]]);
});
