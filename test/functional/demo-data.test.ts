import { beforeAll, describe, expect, test } from 'vitest';
import { adminOf, demoPassword, memberOf } from '#infra/local/demo/accounts.ts';
import { seedDemoData } from '#infra/local/demo/seed.ts';
import { createFeeder, loadConsumers } from '#infra/local/streams.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { isEarned } from '#lib/money/commissions/rules/status.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import type { Json } from '#test/support/json.ts';
import { send } from '#test/support/service.ts';

const tokens: Record<string, string> = {};
const brandIds: Record<string, string> = {};
const failOnClear = async () => {
  throw new Error('There is nothing to clear');
};

async function all(plan: string, path: string): Promise<readonly Json[]> {
  const items: Json[] = [];
  let cursor = '';
  do {
    const page = (await send('GET', `${path}?limit=100${cursor}`, { token: tokens[plan] })).json;
    items.push(...page.data);
    cursor = page.meta.cursor === null ? '' : `&cursor=${page.meta.cursor}`;
    if (cursor === '') expect(items).toHaveLength(page.meta.total);
  } while (cursor !== '');
  return items;
}

const countsBy = (items: readonly Json[], field: string) =>
  Object.fromEntries(
    Map.groupBy(items, (item) => item[field])
      .entries()
      .map(([value, own]) => [value, own.length]),
  );

const cents = (amount: number): number => Math.round(amount * 100);
const sum = (items: readonly Json[], field: string): number =>
  items.reduce((total, item) => total + cents(item[field]), 0) / 100;

const login = (email: string) =>
  send('POST', '/auth/brand/login', { body: { email, password: demoPassword } });

beforeAll(async () => {
  await seedDemoData(failOnClear);
  const feeder = await createFeeder({ consumers: await loadConsumers() });
  await feeder.drain();
  expect(deadLetters()).toEqual([]);
  for (const plan of ['growth', 'scale'] as const) {
    const { accessToken, user } = (await login(adminOf(plan))).json.data;
    tokens[plan] = accessToken;
    brandIds[plan] = user.brandId;
  }
});

test('the demo data contains a brand with an admin and a user with the role member for each plan', async () => {
  for (const plan of ['starter', 'growth', 'scale'] as const) {
    const [admin, member] = await Promise.all([login(adminOf(plan)), login(memberOf(plan))]);
    expect([admin.status, member.status]).toEqual([200, 200]);
    const billing = await send('GET', '/billing', { token: member.json.data.accessToken });
    expect(billing.status).toBe(plan === 'starter' ? 403 : 200);
    if (plan !== 'starter') expect(billing.json.data.plan).toBe(plan);
  }
});

describe.each(['growth', 'scale'])('the demo brand on the plan %s', (plan) => {
  let affiliates: readonly Json[];
  let campaigns: readonly Json[];
  let discounts: readonly Json[];
  let conversions: readonly Json[];
  let commissions: readonly Json[];

  beforeAll(async () => {
    [affiliates, campaigns, discounts, conversions, commissions] = await Promise.all([
      all(plan, '/affiliates'),
      all(plan, '/campaigns'),
      all(plan, '/discounts'),
      all(plan, '/conversions'),
      all(plan, '/commissions'),
    ]);
  });

  /** Returns the amount minus refunds. A fully refunded order counts as a use of its code, but not as an order. */
  const netOf = ({ amount, refundedAmount }: Json): number => cents(amount) - cents(refundedAmount);
  const ordersOf = (field: string, id: string) => {
    const own = conversions.filter((conversion) => conversion[field] === id);
    const netOrders = own.filter((conversion) => netOf(conversion) > 0);
    return {
      uses: own.length,
      totalOrders: netOrders.length,
      totalRevenue: netOrders.reduce((total, conversion) => total + netOf(conversion), 0) / 100,
    };
  };

  test('the demo data has creators, campaigns and commissions in every status', () => {
    expect(affiliates.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(countsBy(affiliates, 'status')).sort()).toEqual([
      'active',
      'banned',
      'invited',
      'paused',
    ]);
    expect(Object.keys(countsBy(campaigns, 'status')).sort()).toEqual(['active', 'draft', 'ended', 'paused']);
    const counts = countsBy(commissions, 'status');
    for (const status of ['pending', 'rejected', 'reversed']) {
      expect(counts[status]).toBeGreaterThanOrEqual(5);
    }
    for (const status of ['approved', 'paid']) expect(counts[status]).toBeGreaterThanOrEqual(1);
    expect(Number(counts.approved) + Number(counts.paid)).toBe(11);
  });

  test('the demo data has orders with every attribution and every winning reference', () => {
    const attributions = countsBy(
      conversions.map(({ receipt }) => receipt),
      'attribution',
    );
    expect(Object.keys(attributions).sort()).toEqual([
      'attributed',
      'creatorInactive',
      'noReference',
      'outsideWindow',
      'unknownReference',
    ]);
    const winners = countsBy(
      conversions.map(({ receipt }) => receipt),
      'winner',
    );
    for (const source of ['discountCode', 'click', 'trackingCode']) {
      expect(winners[source]).toBeGreaterThanOrEqual(1);
    }
    expect(conversions.filter(({ amount, refundedAmount }) => refundedAmount === amount)).toHaveLength(5);
    expect(
      conversions.filter(({ amount, refundedAmount }) => refundedAmount > 0 && refundedAmount < amount),
    ).toHaveLength(3);
  });

  test('the demo data has commissions that are approved automatically, approved by hand, and held', () => {
    const approved = commissions.filter(({ approvedAt }) => approvedAt !== null);
    for (const { approvedBy, approvedAt, eligibleAt } of approved) {
      expect(approvedBy === null).toBe(approvedAt > eligibleAt);
    }
    expect(approved.filter(({ approvedBy }) => approvedBy === null)).toHaveLength(6);
    expect(commissions.filter(({ hold }) => hold !== null).map(({ status }) => status)).toEqual(['pending']);
    const now = new Date().toISOString();
    expect(commissions.filter(({ status, eligibleAt }) => status === 'pending' && eligibleAt < now)).toEqual(
      [],
    );
  });

  test('the demo data has one payout that is paid with a reference and one payout that is ready', async () => {
    const [ready, paid] = await all(plan, '/payouts');
    expect([ready?.status, paid?.status, paid?.reference]).toEqual(['ready', 'paid', 'Bank transfer 1']);
    const ofPayout = commissions.filter(({ payoutId }) => payoutId === paid?.id);
    expect(new Set(ofPayout.map(({ status }) => status))).toEqual(new Set(['paid']));
    expect(paid?.amount).toBe(sum(ofPayout, 'amount'));
  });

  test('the demo data has a complete ledger that explains every total', async () => {
    const { differences, entries } = await reconcileBrand(brandIds[plan] ?? '');
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(conversions.length + commissions.length);
  });

  test('the demo data has creators whose totals match their orders and commissions', () => {
    expect(affiliates.filter(({ totalOrders }) => totalOrders > 0).length).toBeGreaterThan(0);
    for (const affiliate of affiliates) {
      const { totalRevenue, totalOrders } = ordersOf('affiliateId', affiliate.id);
      const own = commissions.filter(({ affiliateId }) => affiliateId === affiliate.id);
      expect(affiliate).toMatchObject({
        totalRevenue,
        totalOrders,
        commissionEarned: sum(
          own.filter(({ status }) => isEarned(status)),
          'amount',
        ),
      });
    }
  });

  test('the demo data has campaigns whose totals match their orders and creators', async () => {
    for (const campaign of campaigns) {
      expect(campaign.totalRevenue).toBe(ordersOf('campaignId', campaign.id).totalRevenue);
      expect(await all(plan, `/campaigns/${campaign.id}/affiliates`)).toHaveLength(campaign.creatorsCount);
    }
    expect(campaigns.filter(({ totalRevenue }) => totalRevenue > 0).length).toBeGreaterThanOrEqual(3);
  });

  test('the demo data has discount codes whose totals match their orders', () => {
    expect(discounts.length).toBeGreaterThanOrEqual(5);
    for (const { id, usageCount, totalRevenue } of discounts) {
      const orders = ordersOf('discountId', id);
      expect([usageCount, totalRevenue]).toEqual([orders.uses, orders.totalRevenue]);
    }
  });

  test('the demo data has commissions that match their rates and the net amounts of their orders', () => {
    const byId = new Map([...affiliates, ...campaigns, ...conversions].map((item) => [item.id, item]));
    expect(commissions.filter(({ campaignId }) => campaignId !== null).length).toBeGreaterThan(0);
    for (const {
      amount,
      originalAmount,
      rate,
      status,
      affiliateId,
      campaignId,
      conversionId,
      createdAt,
    } of commissions) {
      const order = byId.get(conversionId) ?? {};
      const share = rate.type === 'fixed' ? rate.value / order.amount : rate.value / 100;
      expect(cents(originalAmount)).toBe(Math.round(cents(order.amount) * share));
      expect(cents(amount)).toBe(status === 'reversed' ? 0 : Math.round(netOf(order) * share));
      expect(byId.get(affiliateId)?.createdAt < createdAt).toBe(true);
      if (campaignId !== null) expect(byId.get(campaignId)?.createdAt < createdAt).toBe(true);
    }
  });

  test('the demo data has counted and filtered clicks in the statistics of the last 30 days', async () => {
    const { data } = (await send('GET', '/tracking/clicks', { token: tokens[plan] })).json;
    const { bot, duplicate, inactive } = data.filtered;
    expect(data.clicks + bot + duplicate + inactive).toBeGreaterThan(200);
    expect(Math.min(bot, duplicate, inactive)).toBeGreaterThan(0);
    expect(data.clicks).toBeGreaterThan(bot + duplicate + inactive);
    expect(data.affiliates).toHaveLength(Math.min(10, data.affiliates.length));
  });
});

test('`seedDemoData` does not write the demo data twice', async () => {
  await seedDemoData(failOnClear);
  expect(await all('growth', '/affiliates')).toHaveLength(14);
});

test('`seedDemoData` clears the table before it rewrites the demo data after an interrupted run', async () => {
  await putItem({ Item: { ...keys.demoData(), state: 'writing' } });
  const cleared = new Error('cleared');
  const clear = async () => {
    throw cleared;
  };
  await expect(seedDemoData(clear)).rejects.toBe(cleared);
  expect(await getItem(keys.demoData())).toMatchObject({ state: 'writing' });
});
