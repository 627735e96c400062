// kill -9 of the service before and after each call of the table that a writing endpoint makes, and then the same request
// again: nothing is half-written in between, and in the end all is as if nothing had happened.
// `npm test` does so at some of the calls that write, `npm run test:money` at all calls in all situations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlerFile, routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { useClock } from '#lib/shared/clock.ts';
import { dayOf } from '#lib/shared/dates.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { request } from '#test/support/attempts.ts';
import { type Choose, type Hooks, type Kill, startKiller } from '#test/support/process-kills.ts';
import { rareSituations } from '#test/support/rare-situations.ts';
import { writingRoutes } from '#test/support/requests.ts';
import { type Asked, situations, type World } from '#test/support/situations.ts';
import { finishPayouts } from '#test/support/stream.ts';
import { changedSince, restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createWorld } from '#test/support/world.ts';

const isFullSize = process.env.KILL_AT === 'all calls';
/** One time for all processes, so that what they write can be compared. */
const now = new Date();
useClock({ now: () => now });

/** Where a request that is sent again has another effect, and why that is so. */
const repeatable: Readonly<Record<string, string>> = {
  'auth.login': 'each login begins a session of its own, each failure counts',
  'campaigns.create': 'nothing tells one campaign from another',
  'payouts.create': 'nothing tells one payout from another',
  'tracking.recordClick': 'each click is kept, the repeated ones too',
  'tracking.followLink': 'each click is kept, the repeated ones too',
};

/** What an endpoint may leave behind besides all or nothing. */
const hooks: Readonly<Record<string, Hooks>> = {
  'payouts.create': { settle: finishPayouts },
  'payouts.update': { settle: finishPayouts },
  'tracking.followLink': {
    // The salt of a day is made by whoever needs it first, and is there for the next one.
    isWhole: (state, before) =>
      changedSince(before, state).every(
        ({ pk, sk }) =>
          keys.visitorSalt(String(pk).split('#')[0] ?? '', dayOf(now)).pk === pk && sk === dayOf(now),
      ),
  },
};

const isOfWrite = ({ operation }: Kill): boolean => !/^(Get|BatchGet|Query)/.test(operation);

/** Of calls that are many, each does for another thing what the one before it did. */
const few = 4;

/**
 * A call that only reads changes nothing, whenever it is made. What writes once in an endpoint's plain success does so in its
 * other situations too, unless it writes more than once there: then something may be half-written.
 */
const fewKills =
  (isPlain: boolean): Choose =>
  (all) => {
    if (isPlain) return all.filter(isOfWrite);
    const between = all.filter((kill) => isOfWrite(kill) && kill.moment === 'after').slice(0, -1);
    const every = Math.ceil(between.length / few);
    return between.filter((_, index) => index % every === 0);
  };

/** Where each entry of a request makes calls of its own, so many of them say what all would. */
const fewEntries: Readonly<Record<string, number>> = {
  'conversions.createBulk': 8,
  'commissions.approveMany': 8,
};

function withFewEntries({ body, ...asked }: Asked, route: Route): Asked {
  const most = fewEntries[route.name];
  if (most === undefined) return { ...asked, body };
  const entries = Object.entries(Object(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, most) : value,
  ]);
  return { ...asked, body: Object.fromEntries(entries) };
}

const cases = writingRoutes.flatMap((route) =>
  Object.entries({ ...situations[route.name], ...rareSituations[route.name] }).map(
    ([name, situation], index) => ({
      is: route.name,
      name,
      route,
      situation,
      choose: isFullSize ? undefined : fewKills(index === 0),
    }),
  ),
);

let world: World;
let atStart: TableState;
let killer: Awaited<ReturnType<typeof startKiller>>;
const figures = { requests: 0, calls: 0, kills: 0 };

beforeAll(async () => {
  world = await createWorld();
  atStart = await tableState();
  const engine = process.env.DYNAMODB_ENDPOINT ?? '';
  killer = await startKiller({ engine, now, functions: writingRoutes.map(handlerFile) });
});
afterAll(async () => {
  await killer.stop();
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});

test('no writing endpoint is forgotten', () => {
  expect(new Set(cases.map(({ is }) => is))).toEqual(new Set(writingRoutes.map(({ name }) => name)));
  const otherwise = routes.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(writingRoutes.map(({ name }) => name)).toEqual(expect.arrayContaining(otherwise));
});

describe.each(cases)('$is: $name', ({ route, situation, choose }) => {
  test('killed at any of its calls and sent again, it is done as if nothing had happened', async () => {
    const { status, ...asked } = {
      method: route.method,
      token: world.token,
      ...withFewEntries(await situation(world), route),
    };
    const outcome = await killer.killAtEachCall(request(asked), hooks[route.name], choose);
    await restore(atStart);
    expect(outcome.problems).toEqual([]);
    expect(outcome.status).toBe(status);
    expect(outcome.calls.length).toBeGreaterThan(0);
    if (isFullSize) expect(outcome.kills).toBe(2 * outcome.calls.length);
    expect(outcome.isRepeatable).toBe(outcome.hasEffect && route.name in repeatable);
    figures.requests += 1;
    figures.calls += outcome.calls.length;
    figures.kills += outcome.kills;
  });
});
