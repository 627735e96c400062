// Tells a few stories of the money test (test/faults/money.test.ts) in this process, without faults.
import { expect, test } from 'vitest';
import { type Background, backgroundWork } from '#test/support/money/background.ts';
import { expectFigures, expectLedger, expectOrders, expectTotals } from '#test/support/money/books.ts';
import { plannedStories } from '#test/support/money/plan.ts';
import { newScene } from '#test/support/money/scene.ts';
import { settleAll } from '#test/support/money/settlement.ts';
import { newWorld } from '#test/support/money/world.ts';
import { seededRandom, shuffled } from '#test/support/random.ts';
import { send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { byWorkers } from '#test/support/workers.ts';

const orders = sized(40, 60, 24);
const firstSeed = 1;
const seeds = Array.from({ length: sized(1, 20) }, (_, index) => firstSeed + index);
/** Few orders have few creators, so that some of them reach the tiers of a month. */
const creators = sized(10, 10, 4);

test.each(seeds)(
  'orders, commissions, totals, balances and figures match the model (seed %i)',
  async (seed) => {
    const world = await newWorld(seed, creators);
    const random = seededRandom(seed, 'work');
    const background: Background = { world, random, payouts: [] };
    const worker = { send, invoke: () => continuePendingPayouts() };
    const stories = plannedStories(seed, orders).map(
      ({ name, tell }) =>
        () =>
          tell(name, newScene(world, seededRandom(seed, name), [send])),
    );
    const others = Array.from({ length: Math.ceil(orders / 3) }, () =>
      backgroundWork.map((work) => () => work(worker, background)),
    );
    const tasks = shuffled([...stories, ...others.flat()], random);
    await byWorkers([1, 2, 3, 4], tasks, (work) => work());
    await continuePendingPayouts();
    expect(world.orders.length).toBeGreaterThanOrEqual(orders);
    await expectOrders(world);
    await expectTotals(world);
    await expectFigures(world);
    await settleAll(world);
    await expectLedger(world);
  },
);
