// Tests the performance report: figures, groups, filters, sorting, CSV and cost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, read, refund } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

beforeAll(() => useClock({ now: () => new Date('2026-03-10T12:00:00Z') }));
afterAll(() => useClock());

async function aggregateAll(): Promise<void> {
  for (const batch of await newChanges()) {
    await aggregate(batch);
    await aggregate(batch);
  }
}

const report = (token: string, query = ''): Promise<Json> => read(token, `/reports/performance${query}`);
const rowsOf = ({ rows }: Json) =>
  Object.fromEntries(rows.map(({ key, orders, gross, clicks }: Json) => [key, { orders, gross, clicks }]));

async function createProgram() {
  const { admin: token, brand } = await createBrand('scale');
  const members = await createdAt('2026-01-31T12:00:00Z', () => createMembers(token));
  return { token, brand, ...members };
}

async function createMembers(token: string) {
  const campaign = await createCampaign(token, { status: 'active', landingUrl: 'https://acme.test/spring' });
  const [ada, ben] = [await inviteActive(token, { campaignIds: [campaign.id] }), await inviteActive(token)];
  const discount = await createDiscount(token, ada.id, { campaignId: campaign.id });
  return { campaign, ada, ben, discount };
}

describe('GET /v1/reports/performance', () => {
  let program: Awaited<ReturnType<typeof createProgram>>;
  beforeAll(async () => {
    program = await createProgram();
    const { token, ada, ben, discount } = program;
    for (const [amount, occurredAt] of [
      [100, '2026-03-09T23:30:00Z'],
      [50, '2026-03-10T08:00:00Z'],
    ] as const) {
      await recordOrder(token, { amount, occurredAt, discountCode: discount.code });
    }
    const { commissionId, id } = await recordOrder(token, {
      amount: 80,
      occurredAt: '2026-03-08T10:00:00Z',
      trackingCode: ben.trackingCode,
    });
    await recordOrder(token, { amount: 999 });
    await send('PATCH', `/commissions/${commissionId}/approve`, { token });
    await refund(token, id, { amount: 20 });
    for (const visitorId of ['one', 'two']) {
      await send('POST', `/tracking/ref/${ada.trackingCode}`, { token, body: { visitorId } });
    }
    await aggregateAll();
  });

  test('the figures of a day contain clicks, orders, refunds and commissions by their present status', async () => {
    const { rows, totals, rowsCount } = await report(program.token, '?from=2026-03-08&to=2026-03-10');
    expect(rowsCount).toBe(3);
    expect(rows.map(({ key }: Json) => key)).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
    expect(rows[0]).toMatchObject({ orders: 1, gross: 80, refunds: 0, approvedCommission: 6, clicks: 0 });
    expect(rows[2]).toEqual({
      key: '2026-03-10',
      clicks: 2,
      uniqueClicks: 2,
      orders: 1,
      gross: 50,
      refunds: 20,
      netRevenue: 30,
      commission: 5,
      pendingCommission: 5,
      approvedCommission: 0,
      paidCommission: 0,
      rejectedCommission: 0,
      reversedCommission: 0,
      conversionRate: 0.5,
      earningsPerClick: 2.5,
      averageOrderValue: 50,
    });
    expect(totals).toMatchObject({
      ...{ clicks: 2, orders: 3, gross: 230, refunds: 20, netRevenue: 210, commission: 21 },
      ...{ pendingCommission: 15, approvedCommission: 6, conversionRate: 1.5, averageOrderValue: 76.67 },
    });
  });

  test.each([
    ['week', { '2026-03-02': { orders: 1 }, '2026-03-09': { orders: 2, clicks: 2 } }],
    ['month', { '2026-03': { orders: 3, gross: 230, clicks: 2 } }],
  ] as const)('days are combined into rows of a %s', async (groupBy, expected) => {
    const query = `?groupBy=${groupBy}&from=2026-03-08&to=2026-03-10`;
    expect(rowsOf(await report(program.token, query))).toMatchObject(expected);
  });

  test('rows of creators, campaigns and discount codes are the same for a whole month and for some days', async () => {
    const { token, ada, ben, campaign, discount } = program;
    const expected = {
      affiliate: {
        [ada.id]: { orders: 2, gross: 150, clicks: 2 },
        [ben.id]: { orders: 1, gross: 80, clicks: 0 },
      },
      campaign: {
        [campaign.id]: { orders: 2, gross: 150, clicks: 0 },
        null: { orders: 1, gross: 80, clicks: 2 },
      },
      discount: {
        [discount.id]: { orders: 2, gross: 150, clicks: null },
        null: { orders: 1, gross: 80, clicks: null },
      },
    };
    for (const [groupBy, rows] of Object.entries(expected)) {
      for (const range of [
        'from=2026-03-01&to=2026-03-31',
        'from=2026-03-08&to=2026-03-10',
        'from=2026-03-02&to=2026-04-02',
      ]) {
        expect(rowsOf(await report(token, `?groupBy=${groupBy}&${range}`))).toEqual(rows);
      }
    }
  });

  test('filters return only the orders of a creator, a campaign or a discount code', async () => {
    const { token, ada, ben, campaign, discount } = program;
    const ordersOf = async (filter: string) => (await report(token, `?${filter}`)).totals.orders;
    expect(await ordersOf(`affiliateId=${ada.id}`)).toBe(2);
    expect(await ordersOf(`affiliateId=${ben.id}`)).toBe(1);
    expect(await ordersOf(`campaignId=${campaign.id}`)).toBe(2);
    expect(await ordersOf(`discountId=${discount.id}`)).toBe(2);
    expect(await ordersOf(`affiliateId=${ben.id}&campaignId=${campaign.id}`)).toBe(0);
    expect(await ordersOf(`groupBy=discount&affiliateId=${ada.id}&campaignId=${campaign.id}`)).toBe(2);
    expect(await ordersOf(`groupBy=campaign&affiliateId=${ada.id}`)).toBe(2);
    expect(await ordersOf(`groupBy=affiliate&campaignId=${campaign.id}`)).toBe(2);
  });

  test('sort, order and limit choose the rows, and the totals contain all rows', async () => {
    const { token, ada, ben } = program;
    const keysOf = async (query: string) =>
      (await report(token, `?groupBy=affiliate&${query}`)).rows.map(({ key }: Json) => key);
    expect(await keysOf('sort=orders&order=asc')).toEqual([ben.id, ada.id]);
    expect(await keysOf('sort=approvedCommission')).toEqual([ben.id, ada.id]);
    expect(await keysOf('sort=conversionRate&order=asc')).toEqual([ada.id, ben.id]);
    const limited = await report(token, '?groupBy=affiliate&limit=1');
    expect(limited).toMatchObject({ rows: [{ key: ada.id }], rowsCount: 2, totals: { orders: 3 } });
  });

  test('a combination without figures is a 400 that lists the supported combinations', async () => {
    const { token, campaign, discount } = program;
    const query = `groupBy=discount&campaignId=${campaign.id}&discountId=${discount.id}`;
    const { status, json } = await send('GET', `/reports/performance?${query}`, { token });
    expect([status, json.details]).toEqual([
      400,
      [
        {
          path: 'groupBy',
          message:
            '`discount` cannot be combined with `campaignId` and `discountId`. It supports: no filter; `affiliateId`; ' +
            '`affiliateId` and `campaignId`',
        },
      ],
    ]);
  });

  test('accept: text/csv returns the rows and the totals as a CSV file', async () => {
    const { token, ada, ben } = program;
    const { status, text, headers } = await send('GET', '/reports/performance?groupBy=affiliate', {
      token,
      headers: { accept: 'text/csv' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const lines = text.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['affiliateId', ada.id, ben.id, 'total']);
    expect(lines[0]).toMatch(/^affiliateId,name,email,clicks,/);
    expect(lines[1]).toBe(`${ada.id},${ada.name},${ada.email},2,2,2,150,0,150,15,15,0,0,0,0,1,7.5,75`);
    expect(lines[3]).toMatch(/^total,,,2,/);
    const path = '/reports/performance?groupBy=affiliate&excel=true';
    const forExcel = await send('GET', path, { token, headers: { accept: 'text/csv' } });
    expect(forExcel.text).toMatch(/^\uFEFFaffiliateId;/);
    expect(forExcel.text).toContain(
      `\r\n${ada.id};${ada.name};${ada.email};2;2;2;150;0;150;15;15;0;0;0;0;1;7,5;75\r\n`,
    );
  });

  test('rows of creators, campaigns and discount codes have names, which are null for the row of no campaign', async () => {
    const { token, ada, ben, campaign, discount } = program;
    const rowsBy = async (group: string) => (await report(token, `?groupBy=${group}`)).rows;
    expect(await rowsBy('affiliate')).toMatchObject([
      { key: ada.id, name: ada.name, email: ada.email },
      { key: ben.id, name: ben.name, email: ben.email },
    ]);
    expect(await rowsBy('campaign')).toMatchObject([
      { key: campaign.id, name: campaign.name },
      { key: null, name: null },
    ]);
    expect(await rowsBy('discount')).toMatchObject([
      { key: discount.id, code: discount.code },
      { key: null, code: null },
    ]);
    expect((await rowsBy('day'))[0]).not.toHaveProperty('name');
  });

  test('the code of a deleted discount is null in the report, and its campaign keeps its name', async () => {
    const { token, ada, campaign, discount } = await createProgram();
    await recordOrder(token, { amount: 10, trackingCode: ada.trackingCode, discountCode: discount.code });
    await aggregateAll();
    expect((await send('DELETE', `/discounts/${discount.id}`, { token })).status).toBe(204);
    expect((await report(token, '?groupBy=discount')).rows).toMatchObject([{ key: discount.id, code: null }]);
    expect((await report(token, '?groupBy=campaign')).rows).toMatchObject([
      { key: campaign.id, name: campaign.name },
    ]);
  });

  test('a rejected and a reversed commission move to their status on the day of the order', async () => {
    const { token, ben, brand } = await createProgram();
    const given = { amount: 10, occurredAt: '2026-02-01T10:00:00Z', trackingCode: ben.trackingCode };
    const [rejected, reversed] = [await recordOrder(token, given), await recordOrder(token, given)];
    await send('PATCH', `/commissions/${rejected.commissionId}/reject`, {
      token,
      body: { reason: 'Forged' },
    });
    await refund(token, reversed.id);
    expect((await commissionOf(token, reversed)).status).toBe('reversed');
    await aggregateAll();
    const { totals } = await report(token, '?from=2026-02-01&to=2026-02-01');
    expect(totals).toMatchObject({
      orders: 2,
      refunds: 0,
      commission: 0,
      rejectedCommission: 1,
      reversedCommission: 1,
    });
    expect((await report(token)).totals).toMatchObject({ orders: 0, refunds: 10, netRevenue: -10 });
    expect(brand.currency).toBe('USD');
  });
});
