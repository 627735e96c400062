// Kills the service (kill -9) before and after each table call of each writing endpoint and retries the request. No state is
// half-written, and the final state is the same as without the kill. Two test files run one half each, so that both run at the same time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBrand, listBrandIds } from '#lib/access/brands/store/lookup.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';
import { request } from '#test/support/attempts.ts';
import { casesOf } from '#test/support/cases.ts';
import { type Hooks, startKiller } from '#test/support/process-kills.ts';
import { rareSituations } from '#test/support/rare-cases.ts';
import { writingRoutes } from '#test/support/requests.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';
import { inTurn, momentsInTurn } from '#test/support/size.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { changedSince, restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createTestWorld } from '#test/support/world.ts';

/** All processes share this time, so that their writes can be compared. */
const now = new Date();
useClock({ now: () => now });

/** Endpoints whose effect repeats on a retry, with the reason. */
const repeatable: Readonly<Record<string, string>> = {
  'auth.login': 'each login creates a session',
  'auth.forgotPassword': 'each request sends an e-mail',
  'users.resendInvitation': 'each request sends an e-mail',
  'affiliates.inviteAgain': 'each request sends an e-mail',
  'affiliates.createSession': 'each request creates a session',
  'creator.sendSignInLink': 'each request sends an e-mail',
  'programs.apply': 'each request sends an e-mail',
  'payouts.getFile': 'each download is recorded',
  'apiKeys.create': 'each creation creates a key',
  'apiKeys.rotate': 'each rotation creates a key',
  'webhooks.create': 'each creation creates an endpoint',
  'webhooks.rotateSecret': 'each rotation creates a secret',
  'webhooks.test': 'each test sends an event',
  'webhooks.replay': 'each replay sends the events',
  'webhooks.retryDelivery': 'each retry sends the event',
  'testMode.moveClock': 'each move without an idempotency key moves the clock again',
  'testMode.reset': 'each reset begins a new twin',
  'campaigns.create': 'campaigns have no natural key',
  'commissions.create': 'manual commissions have no natural key',
  'simulations.create': 'each creation creates a simulation',
  'connections.create': 'each creation creates a connection',
  'links.create for a campaign': 'each creation without a slug creates a link',
  'creator.createLink for a campaign': 'each creation without a slug creates a link',
  'reconciliations.create': 'each creation creates a reconciliation',
  'imports.create': 'each creation creates an import',
  'exports.create': 'each creation creates an export',
  'exports.retry': 'each retry wakes up the export',
  'tracking.recordClick': 'duplicate clicks are stored, too',
  'tracking.followLink': 'duplicate clicks are stored, too',
};

/** The comparison of states cannot rename the random id of a queued e-mail yet. interrupted-changes.test.ts crashes this request. */
const withoutKills = ['users.invite'];

const killedRoutes = writingRoutes.filter(({ name }) => !withoutKills.includes(name));

const approveCommissions = async (): Promise<void> => {
  await approveDue({ brandIds: await listBrandIds(), getBrand, hasTime: () => true });
};

/** The entry of a failed login contains the count, which a killed login raises. */
const isFailedLogin = ({ sk, entryType }: Item): boolean =>
  String(sk).startsWith('FAILED#') || entryType === 'session.failed';

/** Each request counts towards the limits of messages, also an interrupted one. */
const isMessageCounter = ({ pk }: Item): boolean =>
  String(pk).startsWith('REFUSED_MESSAGES#') || String(pk).endsWith('#CONNECTION_ACTIVITY');

/** The allowed states of an endpoint between no effect and the complete effect. */
const hooks: Readonly<Record<string, Hooks>> = {
  // A check of a password is counted as failed until it succeeds, so an interrupted check counts as failed.
  'auth.login': { isLeftover: isFailedLogin },
  'auth.changePassword': { isLeftover: isFailedLogin },
  'secondFactor.begin': { isLeftover: isFailedLogin },
  'secondFactor.disable': { isLeftover: isFailedLogin },
  // A code is counted before it is checked, so an interrupted confirmation counts as a guess.
  'secondFactor.confirm': {
    isWhole: (state, before) =>
      changedSince(before, state).every(({ pendingGuesses }) => pendingGuesses === 1),
  },
  // A deletion leaves counters of failed logins, which expire.
  'users.delete': { isLeftover: isFailedLogin },
  'connections.receive': { isLeftover: isMessageCounter },
  // After a move, the hourly run approves commissions that the request has not approved.
  'testMode.moveClock': { settle: approveCommissions },
  'payouts.create': { settle: continuePendingPayouts },
  'payouts.update': { settle: continuePendingPayouts },
  'payouts.updateLine': { settle: continuePendingPayouts },
  'payouts.reopen': { settle: continuePendingPayouts },
  'payouts.uploadResults': { settle: continuePendingPayouts },
  // The first link of a stage creates the key that signs links, and later links use it.
  'affiliates.createSession': {
    isWhole: (state, before) => changedSince(before, state).every(({ pk }) => pk === emailKeys.linkKey().pk),
  },
  'tracking.followLink': {
    // The first request of a day creates its salt, and later requests reuse it.
    isWhole: (state, before) =>
      changedSince(before, state).every(
        ({ pk, sk }) =>
          keys.visitorSalt(String(pk).split('#')[0] ?? '', dayOf(now)).pk === pk && sk === dayOf(now),
      ),
  },
};

/** Limits the entries of bulk requests, because each entry makes its own calls and all are alike. */
const fewEntries: Readonly<Record<string, number>> = {
  'conversions.createBulk': 4,
  'conversions.assignMany': 4,
  'commissions.approveMany': 4,
  'commissions.rejectMany': 4,
};

function withFewEntries({ body, ...request }: SituationRequest, route: Route): SituationRequest {
  const maxEntries = fewEntries[route.name];
  if (maxEntries === undefined) return { ...request, body };
  const entries = Object.entries(Object(body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, maxEntries) : value,
  ]);
  return { ...request, body: Object.fromEntries(entries) };
}

const cases = killedRoutes.flatMap((route) =>
  Object.entries({ ...casesOf(route.name).situations, ...rareSituations[route.name] }).map(
    ([name, situation]) => ({
      routeName: route.name,
      name,
      route,
      situation,
    }),
  ),
);

/** `half` is 0 or 1. */
export function testKills(half: 0 | 1): void {
  let world: World;
  let atStart: TableState;
  let killer: Awaited<ReturnType<typeof startKiller>>;
  const figures = { requests: 0, calls: 0, kills: 0 };

  beforeAll(async () => {
    world = await createTestWorld();
    atStart = await tableState();
    const engine = process.env.DYNAMODB_ENDPOINT ?? '';
    // One function at the start loads the modules that all share. A process serves few requests, so loading all functions would take longer.
    killer = await startKiller({ engine, now, functions: [handlerFile({ name: 'conversions.create' })] });
  });
  afterAll(async () => {
    await killer.stop();
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  });

  test('the kill tests cover every writing endpoint except invitations of users', () => {
    expect(new Set(cases.map(({ routeName }) => routeName))).toEqual(
      new Set(killedRoutes.map(({ name }) => name)),
    );
    // The MCP server only sends requests to the other endpoints.
    const nonGetRoutes = routes
      .filter(({ method, name }) => method !== 'GET' && name !== 'assistant.call')
      .map(({ name }) => name);
    expect(writingRoutes.map(({ name }) => name)).toEqual(expect.arrayContaining(nonGetRoutes));
  });

  // A ninth of the requests, because each request also runs several times without a kill. An odd share changes the moments of a request, too.
  describe.each(
    inTurn(
      cases.filter((_, index) => index % 2 === half),
      9,
    ),
  )('$routeName in the case "$name"', ({ route, name, situation }) => {
    test('reaches the same final state after a kill at a table call and a retry', async () => {
      const { status, ...asked } = {
        method: route.method,
        token: world.token,
        ...withFewEntries(await situation(world), route),
      };
      const outcome = await killer.killAtEachCall(request(asked), hooks[route.name], momentsInTurn);
      await restore(atStart);
      expect(outcome.problems).toEqual([]);
      expect(outcome.status).toBe(status);
      expect(outcome.calls.length).toBeGreaterThan(0);
      expect(outcome.kills).toBe(momentsInTurn(1).length * outcome.calls.length);
      const isNamed = route.name in repeatable || `${route.name} ${name}` in repeatable;
      expect(outcome.isRepeatable).toBe(outcome.hasEffect && isNamed);
      figures.requests += 1;
      figures.calls += outcome.calls.length;
      figures.kills += outcome.kills;
    });
  });
}
