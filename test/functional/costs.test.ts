// What each endpoint may ask of the table: calls that wait for one another are counted, nothing is timed.

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
  // Ten at a time, each in two: many transactions at once on one creator would only meet each other.
  'commissions.approveMany': 1 + 10 * 2,
  'commissions.reject': 3,
  'conversions.create': 3,
  // What they name is read for all at once, then ten at a time, each in two.
  'conversions.createBulk': 2 + 10 * 2,
  'conversions.list': 2,
  'conversions.get': 2,
  'conversions.refund': 4,
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

function allowedTo(route: Route): readonly string[] {
  const { actions, indexes = [] } = tableAccessOf(route);
  return [...actions, ...indexes.map((index) => `Query of ${index}`)];
}

/**
 * The same with an idempotency key: one more, which takes the key; and where the effect is no single transaction, one more
 * which keeps the answer.
 */
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

test('every endpoint that takes a key has a budget with one', () => {
  const names = keyedRoutes.map(({ name }) => name).toSorted();
  expect(Object.keys(budgetsWithKey).toSorted()).toEqual(names);
});

/** An order keeps within its budget whatever it names. */
const rareWithKey = (name: string) => (name === 'conversions.create' ? rareSituations[name] : {});

const keyedCases = keyedRoutes.flatMap((route) =>
  Object.entries({ ...situations[route.name], ...rareWithKey(route.name) }).map(([name, situation]) => ({
    is: route.name,
    name,
    route,
    situation,
  })),
);

describe.each(keyedCases)('$is with a key: $name', ({ is, route, situation }) => {
  const budget = budgetsWithKey[is] ?? 0;

  test(`one call waits for another at most ${budget} times, and once where it is answered again`, async () => {
    const { path, status, ...sent } = { token: world.token, ...(await situation(world)) };
    const key = newKey();
    const request = () => send('POST', path, { ...sent, ...withKey(key) });
    const [first, traffic] = await trafficOf(request);
    expect(first.status, first.text).toBeLessThanOrEqual(status);
    expect(allowedTo(route)).toEqual(expect.arrayContaining([...permissionsFor(traffic.calls)]));
    // What is refused lets its key go.
    expect(traffic.roundTrips).toBeLessThanOrEqual(first.status < 300 ? budget : budget + 1);
    const [second, again] = await trafficOf(request);
    // What is only asked about is asked anew.
    expect(isReplay(second)).toBe(first.status < 300 && !path.endsWith('?dryRun=true'));
    if (isReplay(second)) expect(again.roundTrips).toBe(1);
  });
});

describe.each(routes)('the role of $name', (route) => {
  test('allows what its endpoint asks of the table, and nothing else', async () => {
    const calls: Call[] = [];
    for (const situation of Object.values({ ...situations[route.name], ...rareSituations[route.name] })) {
      calls.push(...(await costOf(route, situation)).traffic.calls);
    }
    expect(permissionsFor(calls)).toEqual(allowedTo(route).toSorted());
  });
});
