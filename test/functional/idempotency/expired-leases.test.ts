// Tests a request that pauses like a frozen function until its lease has expired and a retry has completed. When the request
// resumes, it must write nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeClock } from '#test/support/fake-clock.ts';
import {
  effectOf,
  inProgressError,
  leaseSeconds,
  newKey,
  plainSituations,
  requestIn,
  visibleResponse,
} from '#test/support/idempotent-requests.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { expectError } from '#test/support/refusals.ts';
import type { Answer } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { hasTurn } from '#test/support/size.ts';
import { createTestWorld } from '#test/support/world.ts';

/** The first call authenticates, and the next claims the key. In test mode, another call reads the twin. */
const callsUntilClaim = (name: string): number => (name.startsWith('testMode.') ? 3 : 2);
/** No request makes as many calls. CI pauses at every fifth call, so it sees the end of a request up to four calls late. */
const callLimit = 24;

let world: World;
beforeAll(async () => {
  world = await createTestWorld();
});

describe.each(plainSituations)('the endpoint $name with an idempotency key', ({ name, situation }) => {
  test('executes once and returns one response when a paused request resumes after its retry', async () => {
    const clock = fakeClock();
    const unkeyedRequest = await requestIn(world, situation);
    const effect = await effectOf(() => unkeyedRequest());
    let isComplete = false;
    let retriesDuringLease = 0;
    for (let call = 1; !isComplete; call += 1) {
      expect(call).toBeLessThan(callLimit);
      // Every endpoint pauses at least once between its claim and its effect.
      if (call !== callsUntilClaim(name) + 1 && !hasTurn(call, 3, 5)) continue;
      const request = await requestIn(world, situation);
      const key = newKey();
      let answers: readonly Answer[] = [];
      const total = await effectOf(async () => {
        const first = pauseAt(call, () => request(key));
        const hasClaim = (await first.isHeld) && call > callsUntilClaim(name);
        isComplete = !(await first.isHeld);
        if (hasClaim) {
          expectError(await request(key), inProgressError);
          retriesDuringLease += 1;
        }
        clock.advance(leaseSeconds);
        const second = await request(key);
        answers = [second, await first.release(), await request(key)];
        if (hasClaim) expectError(answers[1] ?? second, inProgressError);
      });
      const [second, ...others] = answers;
      if (second === undefined) throw new Error('The retry returned no response');
      expect(second.status, second.text).toBeLessThan(300);
      for (const other of others.filter(({ status }) => status < 300))
        expect(visibleResponse(other)).toEqual(visibleResponse(second));
      expect(total).toEqual(effect);
    }
    expect(retriesDuringLease).toBeGreaterThan(0);
  });
});
