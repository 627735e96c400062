// Tests requests without an idempotency key whose function dies before or after any of its table calls. The exhaustive suite
// (test/faults/kills/every-endpoint.ts) kills the whole process instead.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { effectOf } from '#test/support/idempotent-requests.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { writingRoutes } from '#test/support/requests.ts';
import { type Answer, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { hasTurn, momentsInTurn } from '#test/support/size.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createTestWorld } from '#test/support/world.ts';

/**
 * Each of these requests has a new effect when it is sent again: a session, an e-mail, one more click, an API key, the record of a download,
 * or another reset.
 */
const repeatable = [
  'auth.login',
  'auth.forgotPassword',
  'tracking.followLink',
  'apiKeys.create',
  'apiKeys.rotate',
  'testMode.reset',
  'webhooks.create',
  'webhooks.rotateSecret',
  'affiliates.createSession',
  'creator.sendSignInLink',
  'programs.apply',
  'connections.receive',
  'payouts.getFile',
];

/** These requests count a failed login until the password is verified, so a crash before that leaves a failure. */
const checksPassword = ['auth.changePassword', 'secondFactor.begin', 'secondFactor.disable'];

const cases = writingRoutes
  .filter((route) => !takesIdempotencyKey(route) && ![...repeatable, ...checksPassword].includes(route.name))
  .map(({ name, method }, position) => ({ name, method, position, situation: plainSuccessOf(name) }));

let world: World;
let atStart: TableState;
beforeAll(async () => {
  world = await createTestWorld();
  atStart = await tableState();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await restore(atStart);
});

const maxCalls = 20;

describe.each(cases)('the endpoint $name without an idempotency key', ({ method, position, situation }) => {
  const prepare = async (): Promise<() => Promise<Answer>> => {
    const { path, status: _, ...sent } = { token: world.token, ...(await situation(world)) };
    return () => send(method, path, sent);
  };

  test.each(momentsInTurn(position))(
    'the change has its effect once when the function crashes %s any table call and the request is sent again',
    async (moment) => {
      fakeClock();
      // Warm up, because the first request of a process makes additional calls.
      await (await prepare())();
      const plain = await prepare();
      const effect = await effectOf(async () => {
        await plain();
        await continuePendingPayouts();
      });
      let hasEnded = false;
      for (let call = 1; !hasEnded; call += 1) {
        expect(call).toBeLessThan(maxCalls);
        if (!hasTurn(moment === 'before' ? call : call + 1, 3)) continue;
        const request = await prepare();
        const total = await effectOf(async () => {
          hasEnded = await completesBeforeKill(call, moment, request);
          await request();
          await continuePendingPayouts();
        });
        expect(total, `killed ${moment} call ${call}`).toEqual(effect);
      }
    },
  );
});
