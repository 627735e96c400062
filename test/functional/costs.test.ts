// What each endpoint may ask of the table: calls that wait for one another are counted, nothing is timed.

import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Route } from '#lib/contract/route.ts';
import { routes } from '#lib/contract/routes.ts';
import { logger } from '#lib/shared/logger.ts';
import { type Account, createAccount, tokenOf } from '#test/support/accounts.ts';
import { aFewAtATime } from '#test/support/at-once.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createCampaign,
  createDiscount,
  invite,
  patch,
  unusedCode,
  unusedEmail,
} from '#test/support/creations.ts';
import { newToken, type Sent, send } from '#test/support/service.ts';
import { type Traffic, trafficOf } from '#test/support/traffic.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

interface Asked extends Sent {
  readonly path: string;
  readonly status: number;
  readonly method?: string;
}

/** A situation of an endpoint: what it takes to get there is not counted, the request that it answers is. */
type Situation = (world: World) => Promise<Asked> | Asked;

interface Budget {
  readonly roundTrips: number;
  readonly situations: Readonly<Record<string, Situation>>;
}

interface World {
  readonly account: Account;
  readonly token: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly code: string;
}

let world: World;

beforeAll(async () => {
  const account = await createAccount('scale');
  const token = await tokenOf(account);
  const landingUrl = 'https://acme.test/spring';
  const { id: campaignId } = await createCampaign(token, { status: 'active', landingUrl });
  const { id: affiliateId, trackingCode: code } = await invite(token, { campaignIds: [campaignId] });
  world = { account, token, brandId: account.brand.id, campaignId, affiliateId, code };
});

const newCommission = ({ brandId, affiliateId }: World) => createCommission({ brandId, affiliateId });

const login =
  (given: (account: Account) => object): Situation =>
  ({ account }) => ({
    path: '/auth/brand/login',
    body: given(account),
    status: 'password' in given(account) && Object(given(account)).password === account.password ? 200 : 401,
  });

/** A path, and the status of its answer. */
const at =
  (path: (world: World) => string, status = 200): Situation =>
  (world) => ({ path: path(world), status });

const someDiscount = (affiliateId: string) => ({ code: unusedCode(), type: 'fixed', value: 5, affiliateId });

const someDiscounts = async (affiliateIds: readonly string[], more: object = {}): Promise<Asked> => ({
  path: '/discounts/bulk',
  status: 200,
  body: { discounts: affiliateIds.map((id) => ({ ...someDiscount(id), ...more })) },
});

const newAffiliates = (token: string, count: number): Promise<string[]> =>
  aFewAtATime(count, async () => (await invite(token)).id);

const click =
  (body: object, status = 201): Situation =>
  ({ code }) => ({
    path: `/tracking/ref/${code}`,
    status,
    body: { userAgent: browser, ...body },
  });

/** A link that this process has followed before. */
const warmLink =
  (given: { query?: string; userAgent?: string; method?: string }): Situation =>
  async ({ code }) => {
    const path = `/tracking/ref/${code}${given.query ?? ''}`;
    await send('HEAD', path);
    const headers = { 'user-agent': given.userAgent ?? browser };
    return { path, status: 302, headers, token: undefined, ...(given.method && { method: given.method }) };
  };

const budgets: Readonly<Record<string, Budget>> = {
  'auth.login': {
    roundTrips: 2,
    situations: {
      'the right password': login(({ email, password }) => ({ email, password })),
      'a wrong password': login(({ email }) => ({ email, password: 'wrong' })),
      'an unknown address': login(() => ({ email: 'nobody@acme.test', password: 'wrong' })),
    },
  },
  'auth.refresh': {
    roundTrips: 2,
    situations: {
      'a token': async ({ brandId }) => ({
        path: '/auth/refresh',
        status: 200,
        ...(await newToken(brandId, 'member')),
      }),
    },
  },
  'auth.logout': {
    roundTrips: 3,
    situations: {
      'a token': async ({ brandId }) => ({
        path: '/auth/logout',
        status: 204,
        ...(await newToken(brandId, 'member')),
      }),
    },
  },
  'affiliates.list': {
    roundTrips: 2,
    situations: {
      all: at(() => '/affiliates'),
      'by status': at(() => '/affiliates?status=active'),
    },
  },
  'affiliates.get': {
    roundTrips: 2,
    situations: { one: at(({ affiliateId }) => `/affiliates/${affiliateId}`) },
  },
  'affiliates.invite': {
    roundTrips: 3,
    situations: {
      'just an address': () => ({ path: '/affiliates/invite', status: 201, body: { email: unusedEmail() } }),
      'into 20 campaigns': async ({ token }) => {
        const campaigns = await Promise.all(Array.from({ length: 20 }, () => createCampaign(token)));
        const campaignIds = campaigns.map(({ id }) => id);
        return { path: '/affiliates/invite', status: 201, body: { email: unusedEmail(), campaignIds } };
      },
      'an address that is taken': async ({ token }) => {
        const { email } = await invite(token);
        return { path: '/affiliates/invite', status: 409, body: { email } };
      },
    },
  },
  'affiliates.update': {
    roundTrips: 3,
    situations: {
      'its name': async ({ token }) => ({
        path: `/affiliates/${(await invite(token)).id}`,
        status: 200,
        body: { name: 'Ada' },
      }),
      'its status': async ({ token }) => ({
        path: `/affiliates/${(await invite(token)).id}`,
        status: 200,
        body: { status: 'active' },
      }),
      'back from being banned': async ({ token }) => {
        const path = `/affiliates/${(await invite(token)).id}`;
        await patch(token, path, { status: 'banned' });
        return { path, status: 200, body: { status: 'active' } };
      },
    },
  },
  'campaigns.list': {
    roundTrips: 2,
    situations: { all: at(() => '/campaigns'), 'by status': at(() => '/campaigns?status=active') },
  },
  'campaigns.get': { roundTrips: 2, situations: { one: at(({ campaignId }) => `/campaigns/${campaignId}`) } },
  'campaigns.create': {
    roundTrips: 3,
    situations: { 'a draft': () => ({ path: '/campaigns', status: 201, body: { name: 'Spring' } }) },
  },
  'campaigns.update': {
    roundTrips: 3,
    situations: {
      'its name': ({ campaignId }) => ({
        path: `/campaigns/${campaignId}`,
        status: 200,
        body: { name: 'Summer' },
      }),
      'its status': async ({ token }) => ({
        path: `/campaigns/${(await createCampaign(token)).id}`,
        status: 200,
        body: { status: 'active' },
      }),
    },
  },
  'campaigns.delete': {
    roundTrips: 3,
    situations: {
      'a draft': async ({ token }) => ({
        path: `/campaigns/${(await createCampaign(token)).id}`,
        status: 204,
      }),
    },
  },
  'campaigns.listMembers': {
    roundTrips: 2,
    situations: { all: at(({ campaignId }) => `/campaigns/${campaignId}/affiliates`) },
  },
  'campaigns.addMember': {
    roundTrips: 3,
    situations: {
      'one that is not in it': async ({ token, campaignId }) => ({
        path: `/campaigns/${campaignId}/affiliates/${(await invite(token)).id}`,
        status: 204,
      }),
      'one that is in it': at(
        ({ campaignId, affiliateId }) => `/campaigns/${campaignId}/affiliates/${affiliateId}`,
        204,
      ),
    },
  },
  'campaigns.removeMember': {
    roundTrips: 3,
    situations: {
      'one that is in it': async ({ token, campaignId }) => {
        const { id } = await invite(token, { campaignIds: [campaignId] });
        return { path: `/campaigns/${campaignId}/affiliates/${id}`, status: 204 };
      },
      'one that is not in it': async ({ token, campaignId }) => ({
        path: `/campaigns/${campaignId}/affiliates/${(await invite(token)).id}`,
        status: 204,
      }),
    },
  },
  'discounts.list': {
    roundTrips: 2,
    situations: {
      all: at(() => '/discounts'),
      'by creator': at(({ affiliateId }) => `/discounts?affiliateId=${affiliateId}`),
    },
  },
  'discounts.get': {
    roundTrips: 2,
    situations: {
      one: async ({ token, affiliateId }) => ({
        path: `/discounts/${(await createDiscount(token, affiliateId)).id}`,
        status: 200,
      }),
    },
  },
  'discounts.create': {
    roundTrips: 3,
    situations: {
      'for a creator': ({ affiliateId }) => ({
        path: '/discounts',
        status: 201,
        body: someDiscount(affiliateId),
      }),
      'for a creator in a campaign': ({ affiliateId, campaignId }) => ({
        path: '/discounts',
        status: 201,
        body: { ...someDiscount(affiliateId), campaignId },
      }),
    },
  },
  'discounts.createBulk': {
    roundTrips: 3,
    situations: {
      one: ({ affiliateId }) => someDiscounts([affiliateId]),
      '100 of one creator': ({ affiliateId }) =>
        someDiscounts(Array.from({ length: 100 }, () => affiliateId)),
      '100 of 100 creators in a campaign': async ({ token, campaignId }) =>
        someDiscounts(await newAffiliates(token, 100), { campaignId }),
      '100 that are taken already': ({ affiliateId }) =>
        someDiscounts(
          Array.from({ length: 100 }, () => affiliateId),
          { code: 'always-the-same' },
        ),
    },
  },
  'discounts.delete': {
    roundTrips: 3,
    situations: {
      one: async ({ token, affiliateId }) => ({
        path: `/discounts/${(await createDiscount(token, affiliateId)).id}`,
        status: 204,
      }),
    },
  },
  'tracking.statistics': {
    roundTrips: 2,
    situations: {
      'the last 30 days': at(() => '/tracking/clicks'),
      'a whole year': at(() => '/tracking/clicks?from=2025-01-01&to=2026-01-01'),
      'of a creator in a campaign': at(
        ({ affiliateId, campaignId }) =>
          `/tracking/clicks?affiliateId=${affiliateId}&campaignId=${campaignId}`,
      ),
    },
  },
  'tracking.recordClick': {
    roundTrips: 2,
    situations: {
      'one that counts': click({ visitorId: 'first' }),
      'one of nobody known': click({}),
      'a duplicate': async (world) => {
        const { path, body } = await click({ visitorId: 'again' })(world);
        await send('POST', path, { token: world.token, body });
        return { path, body, status: 200 };
      },
      'a bot': click({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      'one in a campaign': ({ code, campaignId }) => ({
        path: `/tracking/ref/${code}`,
        status: 201,
        body: { campaignId, visitorId: 'in a campaign' },
      }),
      'one that is inactive': async ({ token }) => {
        const { id, trackingCode } = await invite(token);
        await patch(token, `/affiliates/${id}`, { status: 'banned' });
        return { path: `/tracking/ref/${trackingCode}`, status: 201, body: { visitorId: 'inactive' } };
      },
    },
  },
  'tracking.followLink': {
    roundTrips: 1,
    situations: {
      'a person': warmLink({}),
      'a person again': warmLink({}),
      'a bot': warmLink({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      'in a campaign': (world) => warmLink({ query: `?campaignId=${world.campaignId}` })(world),
      HEAD: warmLink({ method: 'HEAD' }),
    },
  },
  'billing.get': { roundTrips: 2, situations: { one: at(() => '/billing') } },
  'billing.usage': { roundTrips: 2, situations: { one: at(() => '/billing/usage') } },
  'commissions.list': {
    roundTrips: 2,
    situations: {
      all: at(() => '/commissions'),
      'by status': at(() => '/commissions?status=pending'),
      'by creator': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}`),
      'by both': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}&status=pending`),
    },
  },
  'commissions.get': {
    roundTrips: 2,
    situations: {
      one: async (world) => ({ path: `/commissions/${(await newCommission(world)).id}`, status: 200 }),
    },
  },
  'commissions.approve': {
    roundTrips: 3,
    situations: {
      'a pending one': async (world) => ({
        path: `/commissions/${(await newCommission(world)).id}/approve`,
        status: 200,
      }),
    },
  },
  'service.health': { roundTrips: 1, situations: { it: at(() => '/health') } },
  'service.openapi': { roundTrips: 0, situations: { it: at(() => '/openapi.json') } },
};

interface Cost {
  readonly traffic: Traffic;
  /** What the request's line in the log says. */
  readonly logged: unknown;
}

async function measure(route: Route, situation: Situation): Promise<Cost> {
  const {
    path,
    status,
    method = route.method,
    ...sent
  } = { token: world.token, ...(await situation(world)) };
  const info = vi.spyOn(logger, 'info');
  const [answer, traffic] = await trafficOf(() => send(method, path, sent));
  const [, logged] = info.mock.lastCall ?? [];
  info.mockRestore();
  expect(answer.status, answer.text).toBe(status);
  return { traffic, logged };
}

const measured = new Map<Situation, Promise<Cost>>();

/** Sends the request of a situation, once, and tells what it cost. */
function costOf(route: Route, situation: Situation): Promise<Cost> {
  const cost = measured.get(situation) ?? measure(route, situation);
  measured.set(situation, cost);
  return cost;
}

test('every endpoint has a budget', () => {
  expect(Object.keys(budgets).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

const budgeted = routes.flatMap((route) => {
  const { roundTrips = 0, situations = {} } = budgets[route.name] ?? {};
  return Object.entries(situations).map(([name, situation]) => ({
    is: route.name,
    name,
    route,
    roundTrips,
    situation,
  }));
});

describe.each(budgeted)('$is: $name', ({ route, roundTrips, situation }) => {
  test(`one call waits for another at most ${roundTrips} times`, async () => {
    const { traffic } = await costOf(route, situation);
    expect(traffic.roundTrips).toBeLessThanOrEqual(roundTrips);
  });

  test('every call is by key, filters nothing, and asks what it consumes', async () => {
    const { calls } = (await costOf(route, situation)).traffic;
    expect(calls.filter(({ command }) => /Scan|Execute/.test(command))).toEqual([]);
    expect(calls.filter(({ input }) => 'FilterExpression' in input)).toEqual([]);
    expect(calls.filter(({ input }) => input.ReturnConsumedCapacity !== 'TOTAL')).toEqual([]);
  });

  test('the log says what it cost', async () => {
    const { traffic, logged } = await costOf(route, situation);
    const { calls, roundTrips: rounds, capacity } = traffic;
    const dynamodb = { calls: calls.length, roundTrips: rounds, capacity };
    expect(logged).toMatchObject({ route: route.name, dynamodb });
  });
});
