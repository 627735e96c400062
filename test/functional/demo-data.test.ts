import { beforeAll, describe, expect, test } from 'vitest';
import { adminOf, demoPassword, memberOf } from '#infra/local/demo/accounts.ts';
import { seedDemoData } from '#infra/local/demo/seed.ts';
import { createFeeder, loadConsumers } from '#infra/local/streams.ts';
import { isEarned, isOrder } from '#lib/commissions/rules.ts';
import { getItem, putItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import type { Json } from '#test/support/json.ts';
import { send } from '#test/support/service.ts';

const tokens: Record<string, string> = {};
const neverClear = async () => {
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
  await seedDemoData(neverClear);
  const feeder = await createFeeder({ consumers: await loadConsumers() });
  await feeder.drain();
  expect(deadLetters()).toEqual([]);
  for (const plan of ['growth', 'scale'] as const) {
    tokens[plan] = (await login(adminOf(plan))).json.data.accessToken;
  }
});

test('there is a brand for each plan, with an admin and a member', async () => {
  for (const plan of ['starter', 'growth', 'scale'] as const) {
    const [admin, member] = await Promise.all([login(adminOf(plan)), login(memberOf(plan))]);
    expect([admin.status, member.status]).toEqual([200, 200]);
    const billing = await send('GET', '/billing', { token: member.json.data.accessToken });
    expect(billing.status).toBe(plan === 'starter' ? 403 : 200);
    if (plan !== 'starter') expect(billing.json.data.plan).toBe(plan);
  }
});

describe.each(['growth', 'scale'])('the brand on %s', (plan) => {
  let affiliates: readonly Json[];
  let campaigns: readonly Json[];
  let discounts: readonly Json[];
  let commissions: readonly Json[];

  beforeAll(async () => {
    [affiliates, campaigns, discounts, commissions] = await Promise.all([
      all(plan, '/affiliates'),
      all(plan, '/campaigns'),
      all(plan, '/discounts'),
      all(plan, '/commissions'),
    ]);
  });

  test('has creators, campaigns and commissions in every status', () => {
    expect(affiliates.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(countsBy(affiliates, 'status')).sort()).toEqual([
      'active',
      'banned',
      'invited',
      'paused',
    ]);
    expect(Object.keys(countsBy(campaigns, 'status')).sort()).toEqual(['active', 'draft', 'ended', 'paused']);
    const counts = countsBy(commissions, 'status');
    for (const status of ['pending', 'approved', 'paid', 'rejected', 'reversed']) {
      expect(counts[status]).toBeGreaterThanOrEqual(5);
    }
  });

  test('its creators have what their commissions add up to', () => {
    for (const affiliate of affiliates) {
      const own = commissions.filter(({ affiliateId }) => affiliateId === affiliate.id);
      const orders = own.filter(({ status }) => isOrder(status));
      expect(affiliate).toMatchObject({
        totalRevenue: sum(orders, 'orderAmount'),
        totalOrders: orders.length,
        commissionEarned: sum(
          own.filter(({ status }) => isEarned(status)),
          'amount',
        ),
      });
    }
  });

  test('its campaigns have what their orders add up to, and as many creators as they list', async () => {
    for (const campaign of campaigns) {
      const orders = commissions.filter(
        ({ campaignId, status }) => campaignId === campaign.id && isOrder(status),
      );
      expect(campaign.totalRevenue).toBe(sum(orders, 'orderAmount'));
      expect(await all(plan, `/campaigns/${campaign.id}/affiliates`)).toHaveLength(campaign.creatorsCount);
    }
  });

  test('its discount codes have what the orders of their creators add up to', () => {
    expect(discounts.length).toBeGreaterThanOrEqual(5);
    for (const { affiliateId, usageCount, totalRevenue } of discounts) {
      const orders = commissions.filter((each) => each.affiliateId === affiliateId && isOrder(each.status));
      expect([usageCount, totalRevenue]).toEqual([orders.length, sum(orders, 'orderAmount')]);
    }
  });

  test('its commissions follow from their rates, and come after their creators and campaigns', () => {
    const byId = new Map([...affiliates, ...campaigns].map((item) => [item.id, item]));
    for (const { amount, orderAmount, rate, affiliateId, campaignId, createdAt } of commissions) {
      expect(cents(amount)).toBe(
        rate.type === 'fixed' ? cents(rate.value) : Math.round((cents(orderAmount) * rate.value) / 100),
      );
      expect(byId.get(affiliateId)?.createdAt < createdAt).toBe(true);
      if (campaignId !== null) expect(byId.get(campaignId)?.createdAt < createdAt).toBe(true);
    }
  });

  test('its clicks of the last 30 days are in the statistics, of every kind', async () => {
    const { data } = (await send('GET', '/tracking/clicks', { token: tokens[plan] })).json;
    const { bot, duplicate, inactive } = data.filtered;
    expect(data.clicks + bot + duplicate + inactive).toBeGreaterThan(200);
    expect(Math.min(bot, duplicate, inactive)).toBeGreaterThan(0);
    expect(data.clicks).toBeGreaterThan(bot + duplicate + inactive);
    expect(data.affiliates).toHaveLength(Math.min(10, data.affiliates.length));
  });
});

test('they are written once', async () => {
  await seedDemoData(neverClear);
  expect(await all('growth', '/affiliates')).toHaveLength(14);
});

test('where a start was cut off while it wrote them, all is removed before they are written again', async () => {
  await putItem({ Item: { ...keys.demoData(), state: 'writing' } });
  const cleared = new Error('cleared');
  const clear = async () => {
    throw cleared;
  };
  await expect(seedDemoData(clear)).rejects.toBe(cleared);
  expect(await getItem(keys.demoData())).toMatchObject({ state: 'writing' });
});
