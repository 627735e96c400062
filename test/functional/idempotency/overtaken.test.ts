// A request that stops before one of its calls to the table, is given up by its caller, sent again and answered; and goes
// on after that, as a function does that was frozen. It then writes nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import { fakeClock } from '#test/support/fake-clock.ts';
import { heldAt } from '#test/support/interruptions.ts';
import { effectOf, lease, newKey, plainly, requestIn, seen, underWay } from '#test/support/keyed.ts';
import { expectRefusal } from '#test/support/refusals.ts';
import type { Answer } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { createWorld } from '#test/support/world.ts';

/** The read that authenticates, and the claim of the key. */
const callsBeforeItHasTheKey = 2;
/** So many calls no request makes. */
const manyCalls = 20;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

describe.each(plainly)('$name', ({ situation }) => {
  test('is not done again by whoever comes late, and never has another answer', async () => {
    const clock = fakeClock();
    const plain = await requestIn(world, situation);
    const effect = await effectOf(() => plain());
    let isOver = false;
    for (let call = 1; !isOver; call += 1) {
      expect(call).toBeLessThan(manyCalls);
      const request = await requestIn(world, situation);
      const key = newKey();
      let answers: readonly Answer[] = [];
      const total = await effectOf(async () => {
        const first = heldAt(call, () => request(key));
        const hasTheKey = (await first.isHeld) && call > callsBeforeItHasTheKey;
        isOver = !(await first.isHeld);
        if (hasTheKey) expectRefusal(await request(key), underWay);
        clock.advance(lease);
        const second = await request(key);
        answers = [second, await first.release(), await request(key)];
        if (hasTheKey) expectRefusal(answers[1] ?? second, underWay);
      });
      const [second, ...others] = answers;
      if (second === undefined) throw new Error('There is no answer');
      expect(second.status, second.text).toBeLessThan(300);
      for (const other of others.filter(({ status }) => status < 300))
        expect(seen(other)).toEqual(seen(second));
      expect(total).toEqual(effect);
    }
  });
});
