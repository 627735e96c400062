// Tests crashes before or after each table call of a request with an Idempotency-Key. A retry must complete the request once and
// return one response.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { casesOf } from '#test/support/cases.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { discountDefinition, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import {
  effectOf,
  inProgressError,
  isReplay,
  keyedRoutes,
  leaseSeconds,
  newKey,
  requestIn,
  sendUntilAnswered,
  visibleResponse,
  withKey,
} from '#test/support/idempotent-requests.ts';
import { completesBeforeKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { hasTurn, momentsInTurn } from '#test/support/size.ts';
import { restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createTestWorld } from '#test/support/world.ts';

let world: World;
let atStart: TableState;
beforeAll(async () => {
  world = await createTestWorld();
  atStart = await tableState();
});
afterEach(async () => {
  vi.restoreAllMocks();
  // Restore the table after each test, because `effectOf` compares the whole table.
  await restore(atStart);
});

/** Whether a situation is a large batch. The tests of discount codes below cover large batches. */
const isLargeBatch = (title: string): boolean => title.startsWith('100 ');

/** Whether a situation is a dry run, which claims no key. */
const isDryRun = (title: string): boolean => title === 'a dry run';

const situations = keyedRoutes.flatMap(({ name }) =>
  Object.entries(casesOf(name).situations)
    .filter(([title]) => !isLargeBatch(title) && !isDryRun(title))
    .map(([title, situation]) => ({ name, title, situation })),
);
const cases = situations.map((one, nth) => ({ ...one, nth }));

const callLimit = 30;

describe.each(cases)('the endpoint $name with an idempotency key (case: $title)', ({ situation, nth }) => {
  test.each(momentsInTurn(nth))(
    'executes once when the function crashes %s any table call and the request is retried',
    async (moment) => {
      const clock = fakeClock();
      // Warm up, because a first request can have additional effects.
      await (await requestIn(world, situation))();
      // Clicks of a visitor in the same millisecond have no order, so the first one to be answered need not be the one that counts.
      clock.advance(1);
      const unkeyedRequest = await requestIn(world, situation);
      let expected = 0;
      const effect = await effectOf(async () => {
        expected = (await unkeyedRequest()).status;
      });
      let hasEnded = false;
      for (let call = 1; !hasEnded; call += 1) {
        expect(call).toBeLessThan(callLimit);
        if (!hasTurn(moment === 'before' ? call : call + 1, 3, 5)) continue;
        clock.advance(1);
        const request = await requestIn(world, situation);
        const key = newKey();
        const total = await effectOf(async () => {
          hasEnded = await completesBeforeKill(call, moment, () => request(key));
          const answer = await sendUntilAnswered(request, key, clock);
          expect(answer.status, answer.text).toBe(expected);
          const again = await request(key);
          expect([visibleResponse(again), isReplay(again)]).toEqual([
            visibleResponse(answer),
            expected < 300,
          ]);
        });
        expect(total).toEqual(effect);
      }
    },
  );
});

describe('POST /v1/discounts/bulk after a crash in the middle of the batch', () => {
  async function crashInBatch() {
    const { admin } = await createBrand();
    const { id: affiliateId } = await invite(admin);
    const discounts = Array.from({ length: 100 }, () => discountDefinition(affiliateId));
    const sent = { token: admin, body: { discounts }, ...withKey(newKey()) };
    const request = () => send('POST', '/discounts/bulk', sent);
    const codes = async () => (await readPage(admin, '/discounts', { limit: 100 })).items;
    // The first four calls are reads and the claim. The later calls write groups of codes.
    for (let call = 5; ; call += 1) {
      expect(await completesBeforeKill(call, 'after', request), `at call ${call}`).toBe(false);
      const created = (await codes()).length;
      if (created > 0 && created < discounts.length) return { admin, request, codes, created };
    }
  }

  test('creates the missing codes once on a retry and returns all codes as created', async () => {
    const clock = fakeClock();
    const { admin, request, codes } = await crashInBatch();
    const before = await codes();
    expectError(await request(), inProgressError);
    clock.advance(leaseSeconds);
    const answer = await request();
    expect(answer.json.meta).toEqual({ total: 100, created: 100, failed: 0, cursor: null });
    const after = await codes();
    expect((await readPage(admin, '/discounts')).total).toBe(100);
    for (const code of before) expect(after).toContainEqual(code);
    const answered = answer.json.data.map(({ discount }: { discount: { id: string } }) => discount);
    expect(new Set(answered.map(({ id }: { id: string }) => id)).size).toBe(100);
    for (const discount of answered) expect(after).toContainEqual(discount);
    expect(visibleResponse(await request())).toEqual(visibleResponse(answer));
  });

  test('does not recreate a code that was deleted before the retry', async () => {
    const clock = fakeClock();
    const { admin, request, codes } = await crashInBatch();
    const [deleted] = await codes();
    await send('DELETE', `/discounts/${deleted?.id}`, { token: admin });
    clock.advance(leaseSeconds);
    expect((await request()).json.meta).toMatchObject({ created: 100, failed: 0 });
    expect((await readPage(admin, '/discounts')).total).toBe(99);
  });
});

test('a click that is retried after a crash keeps its first id and time and counts once', async () => {
  for (const body of [{ visitorId: 'v' }, {}]) {
    const clock = fakeClock('2026-03-01T09:30:00.000Z');
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const sent = { token: admin, body, ...withKey(newKey()) };
    const report = () => send('POST', `/tracking/ref/${trackingCode}`, sent);
    // The third call follows the authentication and the claim.
    expect(await completesBeforeKill(3, 'after', report)).toBe(false);
    const [stored] = await clicksOf(id);
    clock.advance(2 * 3600);
    const answer = await report();
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
    expect(answer.json.data).toMatchObject({
      clickId: stored?.id,
      recordedAt: '2026-03-01T09:30:00.000Z',
      counted: true,
    });
    expect(await clicksOf(id)).toHaveLength(1);
    expect(visibleResponse(await report())).toEqual(visibleResponse(answer));
  }
});
