// Tests that each endpoint stays within its limit of sequential table round trips. The tests measure no time.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import { type Route, tableAccessOf } from '#lib/foundation/contract/route.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { allCases, casesOf } from '#test/support/cases.ts';
import { guardedUseOf } from '#test/support/guarded-partitions.ts';
import { isReplay, keyedRoutes, newKey, withKey } from '#test/support/idempotent-requests.ts';
import { rareSituations } from '#test/support/rare-cases.ts';
import { send } from '#test/support/service.ts';
import type { Situation, World } from '#test/support/situations.ts';
import { isFullSize } from '#test/support/size.ts';
import { type Call, keyAccessOf, permissionsFor, type Traffic, trafficOf } from '#test/support/traffic.ts';
import { createTestWorld } from '#test/support/world.ts';

let world: World;

beforeAll(async () => {
  world = await createTestWorld();
  // The first link of a stage creates the key, which costs more than all later ones.
  await createLinkKey();
});

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

test('every endpoint has cost cases, and every cost case belongs to an endpoint', () => {
  const names = routes.map(({ name }) => name).toSorted();
  expect(Object.keys(allCases).toSorted()).toEqual(names);
});

const budgeted = routes.flatMap((route) => {
  const { budget, situations } = casesOf(route.name);
  return Object.entries(situations).map(([name, situation]) => ({
    routeName: route.name,
    name,
    route,
    budget,
    situation,
  }));
});

describe.each(budgeted)('the endpoint $routeName (case: $name)', ({ route, budget, situation }) => {
  test(`makes at most ${budget} sequential round trips`, async () => {
    const { traffic } = await costOf(route, situation);
    expect(traffic.roundTrips).toBeLessThanOrEqual(budget);
  });

  test('reads by key, without scans or filters, and requests the consumed capacity', async () => {
    const { calls } = (await costOf(route, situation)).traffic;
    expect(calls.filter(({ operation }) => /Scan|Execute/.test(operation))).toEqual([]);
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

const usesTestKey = ({ name }: Route): boolean => name.startsWith('testMode.');

function allowedTo(route: Route): readonly string[] {
  const { actions, indexes = [] } = tableAccessOf(route);
  return [...actions, ...indexes.map((index) => `Query of ${index}`)];
}

test('exactly the endpoints that accept an idempotency key have a budget for it', () => {
  const names = keyedRoutes.map(({ name }) => name).toSorted();
  const declared = Object.entries(allCases).filter(([, { budgetWithKey }]) => budgetWithKey !== undefined);
  expect(declared.map(([name]) => name).toSorted()).toEqual(names);
});

const keyedCases = keyedRoutes.flatMap((route) => {
  const { budgetWithKey = 0, situations } = casesOf(route.name);
  // A click beyond a full visit, a deleted code or a former membership takes one more round trip.
  const rare =
    isFullSize && route.name === 'conversions.create' ? Object.entries(rareSituations[route.name] ?? {}) : [];
  // The claim costs the same in every situation of an endpoint.
  const usual = isFullSize ? Object.entries(situations) : Object.entries(situations).slice(0, 1);
  return [
    ...usual.map(([name, situation]) => ({ name, situation, budget: budgetWithKey })),
    ...rare.map(([name, situation]) => ({ name, situation, budget: budgetWithKey + 1 })),
  ].map((given) => ({ ...given, route, routeName: route.name }));
});

describe.each(keyedCases)(
  'the endpoint $routeName with an idempotency key (case: $name)',
  ({ route, situation, budget }) => {
    test(`makes at most ${budget} sequential round trips, and one round trip for a replay`, async () => {
      const { path, status, ...sent } = { token: world.token, ...(await situation(world)) };
      const key = newKey();
      const request = () => send('POST', path, { ...sent, ...withKey(key) });
      const [first, traffic] = await trafficOf(request);
      expect(first.status, first.text).toBeLessThanOrEqual(status);
      expect(allowedTo(route)).toEqual(expect.arrayContaining([...permissionsFor(traffic.calls)]));
      // A refused request may make one more round trip, because it releases its claim.
      expect(traffic.roundTrips).toBeLessThanOrEqual(first.status < 300 ? budget : budget + 1);
      const [second, again] = await trafficOf(request);
      // A dry run does not consume the key.
      expect(isReplay(second)).toBe(first.status < 300 && !path.endsWith('?dryRun=true'));
      // In test mode, a request reads the state of the test twin first.
      if (isReplay(second)) expect(again.roundTrips).toBe(usesTestKey(route) ? 2 : 1);
    });
  },
);

describe.each(routes)('the IAM role of $name', (route) => {
  const calls: Call[] = [];
  beforeAll(async () => {
    const situations = { ...casesOf(route.name).situations, ...rareSituations[route.name] };
    for (const situation of Object.values(situations)) {
      calls.push(...(await costOf(route, situation)).traffic.calls);
    }
  });

  test('allows exactly the table actions of its endpoint', () => {
    // The situations send no idempotency key. A key is claimed by an update.
    const used = [...permissionsFor(calls), ...(keyedRoutes.includes(route) ? ['UpdateItem'] : [])];
    expect([...new Set(used)].toSorted()).toEqual(allowedTo(route).toSorted());
  });

  test('allows exactly the guarded partitions that its endpoint uses', () => {
    const used = guardedUseOf(keyAccessOf(calls));
    // The keys of tokens are cached, so no call of a situation needs to read or to publish them.
    const { signingKeys, apiKeys, ...declared } = tableAccessOf(route).guarded ?? {};
    // The situations use access tokens, so only the endpoints of API keys read them. Those of test mode use test keys.
    const { apiKeys: usedApiKeys, ...others } = used;
    expect({ ...others, signingKeys }).toEqual({ ...declared, signingKeys });
    if (route.name.startsWith('apiKeys.')) expect(usedApiKeys).toBe(apiKeys);
    else expect([usedApiKeys, apiKeys === 'write']).toEqual([usesTestKey(route) ? 'read' : undefined, false]);
    if (used.signingKeys !== undefined) expect([used.signingKeys, 'write']).toContain(signingKeys);
  });
});
