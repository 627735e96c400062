// Tests the commissions by which tiers and monthly caps settle the months of creators.
import { describe, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { putItem, queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createCampaign,
  createDiscount,
  inviteActive,
  patch,
} from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, refund, sumsOf } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { hasTurn } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const settlingSeconds = 600;

const setTerms = (token: string, path: string, terms: object) =>
  dataOf(send('PUT', `${path}/terms`, { token, body: { terms } }));

/** The terms pay 10 % of each order, and 15 % from a revenue of 1000 in the month on. */
const byRevenue = (appliesTo: string, more: object = {}) => ({
  rate: percent(10),
  tiers: { by: 'revenue', appliesTo, steps: [{ from: 1000, rate: percent(15) }] },
  ...more,
});

async function createProgram(terms: object) {
  const clock = fakeClock('2026-11-01T12:00:00.000Z', 1);
  const { admin, brand } = await createBrand();
  const ada = await inviteActive(admin);
  await setTerms(admin, '/brand', terms);
  const settle = async (token = admin) => {
    clock.advance(settlingSeconds + 1);
    const report = await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    expect(report.failed).toBe(0);
    return monthly(token, ada.id);
  };
  const order = async (amount: number, more: object = {}) => {
    const recorded = await recordOrder(admin, { amount, trackingCode: ada.trackingCode, ...more });
    const commissionId = String(recorded.commissionId);
    await patch(admin, `/commissions/${commissionId}/approve`, {});
    return { id: String(recorded.id), commissionId };
  };
  const reconciled = async () => expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  return { clock, admin, brand, ada, settle, order, reconciled };
}

/** The commissions of one transaction have the same time. */
const orderOf = ({ createdAt, kind }: Json): string => `${createdAt} ${kind === 'monthlyCap' ? 2 : 1}`;

/** The kinds and amounts of the monthly commissions, the oldest first. */
async function monthly(token: string, affiliateId: string): Promise<readonly [string, number][]> {
  const { json } = await send('GET', `/commissions?affiliateId=${affiliateId}&limit=100`, { token });
  return json.data
    .filter(({ conversionId }: Json) => conversionId === null)
    .toSorted((one: Json, other: Json) => orderOf(one).localeCompare(orderOf(other)))
    .map(({ kind, amount }: Json) => [kind, amount]);
}

async function storedMonthly(brandId: string, affiliateId: string) {
  const items = await queryPartition(collectionPartition(brandId, 'commission'));
  return items
    .map((item) => storedCommission.parse(item))
    .filter((commission) => commission.affiliateId === affiliateId && commission.conversionId === null);
}

describe('tiers', () => {
  test.each([
    ['followingOrders', [400, 700, 500, 300], [['tierSupplement', 40]], 230],
    ['wholeMonth', [400, 700, 500, 300], [['tierSupplement', 95]], 285],
    ['followingOrders', [400, 599.99], [], 100],
    ['wholeMonth', [400, 599.99], [], 100],
    ['wholeMonth', [400, 600], [['tierSupplement', 50]], 150],
  ])('%s with orders of %j is settled by %j', async (appliesTo, amounts, expected, earned) => {
    const { admin, ada, order, settle, reconciled } = await createProgram(byRevenue(appliesTo));
    for (const amount of amounts) await order(amount);
    expect(await settle()).toEqual(expected);
    expect(await settle()).toEqual(expected);
    expect((await sumsOf(admin, ada.id)).commissionEarned).toBe(earned);
    await reconciled();
  });

  test('the supplement of a campaign counts for the campaign, and says which step was reached', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z', 1);
    const { admin, brand } = await createBrand();
    const ada = await inviteActive(admin);
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { code: discountCode } = await createDiscount(admin, ada.id, { campaignId });
    const tiers = {
      by: 'orders',
      appliesTo: 'followingOrders',
      steps: [
        { from: 1, rate: percent(20) },
        { from: 2, rate: { type: 'fixed', value: 50 } },
      ],
    };
    await setTerms(admin, `/campaigns/${campaignId}`, { rate: percent(10), tiers });
    for (const amount of [100, 100, 100]) {
      const { commissionId } = await recordOrder(admin, { amount, discountCode });
      await patch(admin, `/commissions/${commissionId}/approve`, {});
    }
    clock.advance(settlingSeconds + 1);
    await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    const { json } = await send('GET', `/commissions?affiliateId=${ada.id}`, { token: admin });
    expect(json.data[0]).toMatchObject({
      kind: 'tierSupplement',
      amount: 50,
      campaignId,
      conversionId: null,
      status: 'approved',
      approvedBy: null,
      reason: 'Tier from 2 orders reached in 2026-11',
    });
    expect((await read(admin, `/campaigns/${campaignId}/stats`)).commission).toBe(80);
  });

  test('the tiers replace only the rate of items without a rule, and an order never earns more than its cap', async () => {
    const rules = [{ match: { category: ['shoes'] }, rate: percent(20) }];
    const terms = byRevenue('wholeMonth', { rules, caps: { perOrder: 150 } });
    const { admin, order, settle } = await createProgram(terms);
    const items = [
      { category: 'shoes', quantity: 1, price: 300 },
      { category: 'socks', quantity: 1, price: 700 },
    ];
    // The shoes earn 60, and the socks 70 by the rate and 105 by the tier, which the cap reduces from 165 to 150.
    const large = await order(1000, { items });
    expect(await settle()).toEqual([['tierSupplement', 20]]);
    // A half of both is left: 65 by the rate and 75 by the tier, which is reached again by another order.
    await refund(admin, large.id, { amount: 500 });
    expect((await settle()).at(-1)).toEqual(['tierSupplement', -20]);
    await order(500);
    expect((await settle()).at(-1)).toEqual(['tierSupplement', 35]);
  });

  test('a refund, a rejection and another approval each correct the month by the difference', async () => {
    const { admin, ada, order, settle, reconciled } = await createProgram(byRevenue('wholeMonth'));
    const first = await order(800);
    const second = await order(400);
    expect(await settle()).toEqual([['tierSupplement', 60]]);
    await refund(admin, second.id, { amount: 100 });
    expect(await settle()).toEqual([
      ['tierSupplement', 60],
      ['tierSupplement', -5],
    ]);
    await patch(admin, `/commissions/${first.commissionId}/reject`, { reason: 'Fraud' });
    expect((await settle()).at(-1)).toEqual(['tierSupplement', -55]);
    await dataOf(send('POST', `/commissions/${first.commissionId}/restore`, { token: admin, body: {} }));
    expect((await settle()).at(-1)).toEqual(['tierSupplement', 55]);
    expect((await sumsOf(admin, ada.id)).commissionEarned).toBe(165);
    await reconciled();
  });
});

const reason = 'Returned';
const after = (id: string, action: string) => `/conversions/${id}${action}`;

test.each<[string, (token: string, id: string) => Promise<unknown>]>([
  ['is canceled', (token, id) => send('POST', after(id, '/cancel'), { token, body: { reason } })],
  [
    'moves to nobody',
    (token, id) => send('POST', after(id, '/attribution'), { token, body: { affiliateId: null, reason } }),
  ],
  [
    'moves to another month',
    (token, id) => patch(token, after(id, ''), { occurredAt: '2026-10-01T12:00:00Z' }),
  ],
])(
  'an order whose paid commission is 0 does not count for the tiers any more after it %s',
  async (_, change) => {
    const tiers = { by: 'orders', appliesTo: 'wholeMonth', steps: [{ from: 2, rate: percent(20) }] };
    const { admin, order, settle, reconciled } = await createProgram({ rate: percent(10), tiers });
    await order(100);
    const tiny = await order(0.04);
    expect(await settle()).toEqual([['tierSupplement', 10.01]]);
    const { id } = await dataOf(send('POST', '/payouts', { token: admin, body: {} }), 201);
    await patch(admin, `/payouts/${id}`, { status: 'paid', reference: 'Transfer 1' });
    await change(admin, tiny.id);
    expect((await settle()).at(-1)).toEqual(['tierSupplement', -10.01]);
    await reconciled();
  },
);

test('another time or other items of an order settle the month again, also if the commission stays the same', async () => {
  const rules = [{ match: { category: ['shoes'] }, rate: percent(10) }];
  const terms = byRevenue('followingOrders', { rules });
  const { admin, order, settle, reconciled } = await createProgram(terms);
  await order(1000, { occurredAt: '2026-11-01T12:00:01Z' });
  const last = await order(400, { occurredAt: '2026-11-01T12:00:02Z' });
  expect(await settle()).toEqual([['tierSupplement', 20]]);
  const change = (body: object) => patch(admin, `/conversions/${last.id}`, body);
  await change({ items: [{ category: 'shoes', quantity: 1, price: 400 }] });
  expect((await settle()).at(-1)).toEqual(['tierSupplement', -20]);
  await change({ items: [] });
  expect((await settle()).at(-1)).toEqual(['tierSupplement', 20]);
  await change({ occurredAt: '2026-11-01T12:00:00.500Z' });
  expect((await settle()).at(-1)).toEqual(['tierSupplement', -20]);
  await reconciled();
});

describe('a monthly cap', () => {
  test('takes away what rates and tiers earn above it, and gives back what later refunds leave below it', async () => {
    const terms = byRevenue('followingOrders', { caps: { perMonth: 150 } });
    const { admin, ada, order, settle, reconciled } = await createProgram(terms);
    await order(1000);
    const last = await order(600);
    // The orders earn 100 and 60, and the tier adds 30.
    expect(await settle()).toEqual([
      ['tierSupplement', 30],
      ['monthlyCap', -40],
    ]);
    const { json } = await send('GET', `/commissions?affiliateId=${ada.id}`, { token: admin });
    const reasons = json.data.map(({ reason }: Json) => reason);
    expect(reasons).toContain('Monthly cap of 150 USD reached in 2026-11');
    await refund(admin, last.id, { amount: 400 });
    // The orders earn 100 and 20, and the tier adds 10.
    expect((await settle()).slice(2)).toEqual([
      ['tierSupplement', -20],
      ['monthlyCap', 40],
    ]);
    expect((await sumsOf(admin, ada.id)).commissionEarned).toBe(130);
    await reconciled();
  });

  test('a version of terms with another cap limits only the orders from its time on', async () => {
    const { admin, clock, order, settle } = await createProgram({ rate: percent(10) });
    await order(500);
    clock.advance(60);
    await setTerms(admin, '/brand', { rate: percent(10), caps: { perMonth: 60 } });
    await order(200);
    expect(await settle()).toEqual([['monthlyCap', -10]]);
    await setTerms(admin, '/brand', { rate: percent(10), caps: { perMonth: 70 } });
    await order(200);
    expect(await settle()).toEqual([
      ['monthlyCap', -10],
      ['monthlyCap', -10],
    ]);
  });

  test('the last day of a month in the time zone of the brand decides, and the commission is in reports of that month', async () => {
    const clock = fakeClock('2026-10-20T12:00:00.000Z', 1);
    const { admin: early, brand } = await createBrand();
    await patch(early, '/brand', { timezone: 'America/New_York' });
    const ada = await inviteActive(early);
    await setTerms(early, '/brand', { rate: percent(10), caps: { perMonth: 5 } });
    clock.set('2026-12-20T12:00:00.000Z');
    const { token } = await newToken(brand.id, 'admin');
    for (const occurredAt of ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-12-01T04:59:59Z']) {
      const { commissionId } = await recordOrder(token, {
        amount: 100,
        trackingCode: ada.trackingCode,
        occurredAt,
      });
      await patch(token, `/commissions/${commissionId}/approve`, {});
    }
    clock.advance(settlingSeconds + 1);
    await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    const stored = await storedMonthly(brand.id, ada.id);
    expect(stored.map(({ amount, occurredAt }) => [amount, occurredAt]).toSorted()).toEqual([
      [-1500, '2026-12-01T04:59:59.999Z'],
      [-500, '2026-11-01T03:59:59.999Z'],
    ]);
  });
});

describe('the settlement of a month', () => {
  test('posts each difference once when its run is killed at any call, is repeated, or runs twice at the same time', async () => {
    const terms = byRevenue('wholeMonth', { caps: { perMonth: 200 } });
    const { admin, ada, brand, clock, order, settle, reconciled } = await createProgram(terms);
    for (const amount of [1000, 800]) await order(amount);
    clock.advance(settlingSeconds + 1);
    const run = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true }).catch(() => {});
    for (const moment of ['before', 'after'] as const) {
      let call = 1;
      while (!(hasTurn(call, 5, 1) && (await completesBeforeKill(call, moment, run)))) call += 1;
      expect(call).toBeGreaterThan(moment === 'before' ? 40 : 30);
    }
    await order(200);
    clock.advance(settlingSeconds + 1);
    await Promise.all([run(), run(), run()]);
    expect(await settle()).toEqual([
      ['tierSupplement', 90],
      ['monthlyCap', -70],
      ['tierSupplement', 10],
      ['monthlyCap', -30],
    ]);
    expect((await sumsOf(admin, ada.id)).commissionEarned).toBe(200);
    await reconciled();
  });

  test('a creator who cannot be settled delays no other creator, and is settled by a later run', async () => {
    const { admin, ada, brand, clock, order } = await createProgram(byRevenue('wholeMonth'));
    const eve = await inviteActive(admin);
    await order(1000);
    const { commissionId } = await recordOrder(admin, { amount: 2000, trackingCode: eve.trackingCode });
    await patch(admin, `/commissions/${commissionId}/approve`, {});
    const key = keys.creatorMonth(brand.id, ada.id, '2026-11');
    const newMonth = { brandId: brand.id, affiliateId: ada.id, month: '2026-11', granted: {}, revision: 0 };
    await putItem({ Item: { ...key, ...newMonth, granted: 'unreadable' } });
    clock.advance(settlingSeconds + 1);
    const run = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    await expect(run()).rejects.toThrow('Failed: 1 commissions');
    expect(await monthly(admin, eve.id)).toEqual([['tierSupplement', 100]]);
    await putItem({ Item: { ...key, ...newMonth } });
    await run();
    expect(await monthly(admin, ada.id)).toEqual([['tierSupplement', 50]]);
    expect(await monthly(admin, eve.id)).toEqual([['tierSupplement', 100]]);
  });

  test('brands with the same orders are settled by their own terms, and a brand without tiers reads no ledger', async () => {
    const clock = fakeClock('2026-11-01T12:00:00.000Z', 1);
    const brandIds: string[] = [];
    const programs = [];
    for (const terms of [byRevenue('wholeMonth'), { rate: percent(10), caps: { perMonth: 30 } }, undefined]) {
      const { admin, brand } = await createBrand();
      const ada = await inviteActive(admin);
      if (terms !== undefined) await setTerms(admin, '/brand', terms);
      const { commissionId } = await recordOrder(admin, { amount: 1000, trackingCode: ada.trackingCode });
      await patch(admin, `/commissions/${commissionId}/approve`, {});
      brandIds.push(brand.id);
      programs.push({ admin, ada });
    }
    clock.advance(settlingSeconds + 1);
    const [, { calls }] = await trafficOf(() => approveDue({ brandIds, getBrand, hasTime: () => true }));
    const settled = await Promise.all(programs.map(({ admin, ada }) => monthly(admin, ada.id)));
    expect(settled).toEqual([[['tierSupplement', 50]], [['monthlyCap', -70]], []]);
    const queries = JSON.stringify(calls.filter(({ operation }) => operation === 'Query'));
    expect(brandIds.map((id) => queries.includes(`${id}#LEDGER`))).toEqual([true, true, false]);
  });

  test('moving the clock of test mode settles the months at once', async () => {
    fakeClock('2026-11-01T12:00:00.000Z', 1);
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const ada = await inviteActive(key);
    await setTerms(key, '/brand', byRevenue('wholeMonth'));
    await recordOrder(key, { amount: 1000, trackingCode: ada.trackingCode });
    const body = { advance: 'P31D' };
    const moved = await dataOf(send('POST', '/test/clock', { token: key, body }));
    expect(moved).toMatchObject({ approvedCommissions: 1, isComplete: true });
    expect(await monthly(key, ada.id)).toEqual([['tierSupplement', 50]]);
  });

  test('a commission of a month cannot be rejected or reopened, and a payout contains it', async () => {
    const { admin, ada, brand, order, settle } = await createProgram(byRevenue('wholeMonth'));
    await order(1000);
    // The run leaves entries of the last ten minutes to the next one, also if the terms are as recent.
    const run = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    expect([await run(), await monthly(admin, ada.id)]).toEqual([{ approved: 0, failed: 0, left: 0 }, []]);
    await settle();
    const { json } = await send('GET', `/commissions?affiliateId=${ada.id}&limit=1`, { token: admin });
    const path = `/commissions/${json.data[0].id}`;
    const answers = [
      await send('PATCH', `${path}/reject`, { token: admin, body: { reason: 'Fraud' } }),
      await send('POST', `${path}/reopen`, { token: admin, body: {} }),
    ];
    expect(answers.map((answer) => [answer.status, answer.json.code])).toEqual([
      [409, 'commission_of_month'],
      [409, 'commission_of_month'],
    ]);
    const payout = await dataOf(send('POST', '/payouts', { token: admin, body: {} }), 201);
    expect(payout).toMatchObject({ amount: 150, commissionsCount: 2 });
  });
});
