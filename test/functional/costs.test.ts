// Limits the sequential table round trips of each endpoint. Nothing is timed.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { type Route, tableAccessOf } from '#lib/contract/route.ts';
import { logger } from '#lib/shared/logger.ts';
import { isReplay, keyedRoutes, newKey, withKey } from '#test/support/keyed.ts';
import { rareSituations } from '#test/support/rare-situations.ts';
import { send } from '#test/support/service.ts';
import { type Situation, situations, type World } from '#test/support/situations.ts';
import { type Call, permissionsFor, type Traffic, trafficOf } from '#test/support/traffic.ts';
import { createWorld } from '#test/support/world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

/** Maximum round trips: table calls that wait for one another. */
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
  // Ten at a time with two round trips each: more concurrent transactions on one creator would conflict.
  'commissions.approveMany': 1 + 10 * 2,
  'commissions.reject': 3,
  'conversions.create': 3,
  // Reads all references at once, then records ten orders at a time with two round trips each.
  'conversions.createBulk': 2 + 10 * 2,
  'conversions.list': 2,
  'conversions.get': 2,
  'conversions.refund': 4,
  // Small payouts finish while the caller waits, in three steps of three or four round trips each.
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
  /** The fields of the request's log line. */
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

/** Measures each situation once. */
function costOf(route: Route, situation: Situation): Promise<Cost> {
  const cost = measured.get(situation) ?? measure(route, situation);
  measured.set(situation, cost);
  return cost;
}

test('every endpoint has a budget and situations', () => {
  const names = routes.map(({ name }) => name).toSorted();
  expect(Object.keys(budgets).toSorted()).toEqual(names);
  expect(Object.keys(situations).toSorted()).toEqual(names);
});

const budgeted = routes.flatMap((route) => {
  const roundTrips = budgets[route.name] ?? 0;
  return Object.entries(situations[route.name] ?? {}).map(([name, situation]) => ({
    routeName: route.name,
    name,
    route,
    roundTrips,
    situation,
  }));
});

describe.each(budgeted)('$routeName: $name', ({ route, roundTrips, situation }) => {
  test(`makes at most ${roundTrips} sequential round trips`, async () => {
    const { traffic } = await costOf(route, situation);
    expect(traffic.roundTrips).toBeLessThanOrEqual(roundTrips);
  });

  test('reads by key without scans or filters and requests the consumed capacity', async () => {
    const { calls } = (await costOf(route, situation)).traffic;
    expect(calls.filter(({ command }) => /Scan|Execute/.test(command))).toEqual([]);
    expect(calls.filter(({ input }) => 'FilterExpression' in input)).toEqual([]);
    expect(calls.filter(({ input }) => input.ReturnConsumedCapacity !== 'TOTAL')).toEqual([]);
  });

  test('logs its table calls, round trips and consumed capacity', async () => {
    const { traffic, logged } = await costOf(route, situation);
    const { calls, roundTrips: rounds, capacity } = traffic;
    const dynamodb = { calls: calls.length, roundTrips: rounds, capacity };
    expect(logged).toMatchObject({ route: route.name, dynamodb });
  });
});

function allowedTo(route: Route): readonly string[] {
  const { actions, indexes = [] } = tableAccessOf(route);
  return [...actions, ...indexes.map((index) => `Query of ${index}`)];
}

/** Budgets with an idempotency key: the claim and, without a single transaction, storing the response cost one more each. */
const budgetsWithKey: Readonly<Record<string, number>> = {
  'affiliates.invite': 3,
  'campaigns.create': 3,
  'discounts.create': 3,
  'discounts.createBulk': 5,
  'tracking.recordClick': 4,
  'conversions.create': 4,
  'conversions.createBulk': 2 + 10 * 2 + 2,
  'conversions.refund': 5,
  'commissions.approveMany': 1 + 10 * 2 + 2,
  'payouts.create': 16,
};

test('every endpoint that accepts an idempotency key has a budget for it', () => {
  const names = keyedRoutes.map(({ name }) => name).toSorted();
  expect(Object.keys(budgetsWithKey).toSorted()).toEqual(names);
});

/** Orders must keep their budget for all references. */
const rareWithKey = (name: string) => (name === 'conversions.create' ? rareSituations[name] : {});

const keyedCases = keyedRoutes.flatMap((route) =>
  Object.entries({ ...situations[route.name], ...rareWithKey(route.name) }).map(([name, situation]) => ({
    routeName: route.name,
    name,
    route,
    situation,
  })),
);

describe.each(keyedCases)('$routeName with an idempotency key: $name', ({ routeName, route, situation }) => {
  const budget = budgetsWithKey[routeName] ?? 0;

  test(`makes at most ${budget} sequential round trips, and one for a replay`, async () => {
    const { path, status, ...sent } = { token: world.token, ...(await situation(world)) };
    const key = newKey();
    const request = () => send('POST', path, { ...sent, ...withKey(key) });
    const [first, traffic] = await trafficOf(request);
    expect(first.status, first.text).toBeLessThanOrEqual(status);
    expect(allowedTo(route)).toEqual(expect.arrayContaining([...permissionsFor(traffic.calls)]));
    // A refusal releases its claim.
    expect(traffic.roundTrips).toBeLessThanOrEqual(first.status < 300 ? budget : budget + 1);
    const [second, again] = await trafficOf(request);
    // A dry run does not consume the key.
    expect(isReplay(second)).toBe(first.status < 300 && !path.endsWith('?dryRun=true'));
    if (isReplay(second)) expect(again.roundTrips).toBe(1);
  });
});

describe.each(routes)('role of $name', (route) => {
  test('allows exactly the table actions of its endpoint', async () => {
    const calls: Call[] = [];
    for (const situation of Object.values({ ...situations[route.name], ...rareSituations[route.name] })) {
      calls.push(...(await costOf(route, situation)).traffic.calls);
    }
    expect(permissionsFor(calls)).toEqual(allowedTo(route).toSorted());
  });
});
