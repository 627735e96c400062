// What each endpoint may ask of the table: calls that wait for one another are counted, nothing is timed.

import { beforeAll, describe, expect, test, vi } from 'vitest';
import { maxClicksOfVisit } from '#lib/clicks/recording.ts';
import { type Route, tableAccessOf } from '#lib/contract/route.ts';
import { routes } from '#lib/contract/routes.ts';
import { logger } from '#lib/shared/logger.ts';
import { invite } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Situation, situations, type World } from '#test/support/situations.ts';
import { type Call, permissionsFor, type Traffic, trafficOf } from '#test/support/traffic.ts';
import { createWorld } from '#test/support/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

/** How often one call may wait for another, at most. */
const budgets: Readonly<Record<string, number>> = {
  'auth.login': 2,
  'auth.refresh': 2,
  'auth.logout': 3,
  'affiliates.list': 2,
  'affiliates.get': 2,
  'affiliates.invite': 3,
  'affiliates.update': 3,
  'campaigns.list': 2,
  'campaigns.get': 2,
  'campaigns.create': 3,
  'campaigns.update': 3,
  'campaigns.delete': 3,
  'campaigns.listMembers': 2,
  'campaigns.addMember': 3,
  'campaigns.removeMember': 3,
  'discounts.list': 2,
  'discounts.get': 2,
  'discounts.create': 3,
  'discounts.createBulk': 3,
  'discounts.delete': 3,
  'tracking.statistics': 2,
  'tracking.recordClick': 2,
  'tracking.followLink': 1,
  'billing.get': 2,
  'billing.usage': 2,
  'commissions.list': 2,
  'commissions.get': 2,
  'commissions.approve': 3,
  // Small ones are put together, or finished, while the caller waits: three steps, of three or four round trips each.
  'payouts.create': 14,
  'payouts.list': 2,
  'payouts.get': 2,
  'payouts.listLines': 2,
  'payouts.update': 7,
  'service.health': 1,
  'service.openapi': 0,
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

test('every endpoint has a budget, and situations to spend it in', () => {
  const names = routes.map(({ name }) => name).toSorted();
  expect(Object.keys(budgets).toSorted()).toEqual(names);
  expect(Object.keys(situations).toSorted()).toEqual(names);
});

const budgeted = routes.flatMap((route) => {
  const roundTrips = budgets[route.name] ?? 0;
  return Object.entries(situations[route.name] ?? {}).map(([name, situation]) => ({
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

/** What costs more than the budget, because a process does it only once in a while. */
const rare: Readonly<Record<string, readonly Situation[]>> = {
  'tracking.recordClick': [
    async ({ token, code }) => {
      const report = { path: `/tracking/ref/${code}`, token, body: { visitorId: 'a crowd' } };
      for (let made = 0; made < maxClicksOfVisit; made += 1) await send('POST', report.path, report);
      return { ...report, status: 200 };
    },
  ],
  'tracking.followLink': [
    async ({ token, campaignId }) => {
      const { trackingCode } = await invite(token, { campaignIds: [campaignId] });
      return { path: `/tracking/ref/${trackingCode}?campaignId=${campaignId}`, status: 302 };
    },
    // The first click of a brand's day makes the salt of its visitors.
    async () => {
      const { admin } = await createBrand();
      const { trackingCode } = await invite(admin);
      return { path: `/tracking/ref/${trackingCode}`, status: 302, token: undefined };
    },
  ],
};

describe.each(routes)('the role of $name', (route) => {
  test('allows what its endpoint asks of the table, and nothing else', async () => {
    const calls: Call[] = [];
    for (const situation of [...Object.values(situations[route.name] ?? {}), ...(rare[route.name] ?? [])]) {
      calls.push(...(await costOf(route, situation)).traffic.calls);
    }
    const { actions, indexes = [] } = tableAccessOf(route);
    const allowed = [...actions, ...indexes.map((index) => `Query of ${index}`)];
    expect(permissionsFor(calls)).toEqual(allowed.toSorted());
  });
});
