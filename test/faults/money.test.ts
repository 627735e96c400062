// Tests money under faults: stories of orders, leads, customers, discount codes and bonuses happen at the same time as approvals, payouts,
// their reopening and failed lines, and the settlement of months, through a proxy that injects table faults by seed. Each request is
// delivered up to three times. The API, the ledger and a naive model (test/support/money/) must agree to the cent, and each read in
// between must balance.
// `npm run test:money` runs 20 seeds with 5,000 orders each, and with `-t <seed>` a single one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { type Background, backgroundWork } from '#test/support/money/background.ts';
import {
  expectBalances,
  expectFigures,
  expectLedger,
  expectOrders,
  expectTotals,
} from '#test/support/money/books.ts';
import { checks } from '#test/support/money/checks.ts';
import { plannedStories } from '#test/support/money/plan.ts';
import { newScene } from '#test/support/money/scene.ts';
import { settleAll } from '#test/support/money/settlement.ts';
import { newWorld, type World } from '#test/support/money/world.ts';
import { seededRandom, shuffled } from '#test/support/random.ts';
import { lowFaultRates } from '#test/support/seeded-faults.ts';
import { startSeededProxy } from '#test/support/seeded-proxy.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { byWorkers } from '#test/support/workers.ts';

const firstSeed = 20261121;
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => firstSeed + index);
const orders = Number(process.env.ORDERS ?? 80);
const reads = orders * 2;
const processes = Number(process.env.ORDERS === undefined ? 2 : 8);
const creators = 12;
/** A run with at least this many orders must include negative commissions and totals in shards. */
const manyOrders = 5000;

type Task = (worker: ServiceProcess) => Promise<unknown>;

const times = (count: number, taskOf: (index: number) => readonly Task[]): readonly Task[] =>
  Array.from({ length: count }, (_, index) => taskOf(index)).flat();

describe.each(seeds)('the money of a brand with fault seed %i', (seed) => {
  let world: World;
  let workers: readonly ServiceProcess[];
  let proxy: Awaited<ReturnType<typeof startSeededProxy>>;

  beforeAll(async () => {
    const engine = process.env.DYNAMODB_ENDPOINT ?? '';
    world = await newWorld(seed, creators);
    proxy = await startSeededProxy({ engine, seed, rates: lowFaultRates });
    workers = await Promise.all(
      Array.from({ length: processes }, () =>
        startServiceProcess({ endpoint: proxy.endpoint, hasProductionTimeout: true }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await proxy.stop();
  });

  const storyTasks = (): readonly Task[] =>
    plannedStories(seed, orders).map(({ name, tell }) => () => {
      const senders = workers.map(({ send }) => send);
      return tell(name, newScene(world, seededRandom(seed, name), senders));
    });

  const readTasks = (background: Background, unbalanced: Json[]): readonly Task[] =>
    times(reads, (index) => [
      async ({ send }) => {
        const wrong = await checks[index % checks.length]?.(send, background);
        if (wrong !== undefined) unbalanced.push(wrong);
      },
    ]);

  const otherTasks = (background: Background): readonly Task[] =>
    times(Math.ceil(orders / 8), () => backgroundWork.map((work) => (worker) => work(worker, background)));

  test('every read adds up during concurrent stories, approvals and payouts', async () => {
    const random: Random = seededRandom(seed, 'work');
    const background: Background = { world, random, payouts: [] };
    const unbalanced: Json[] = [];
    const tasks = shuffled(
      [...storyTasks(), ...otherTasks(background), ...readTasks(background, unbalanced)],
      random,
    );
    // Each process handles four requests at a time.
    const slots = workers.flatMap((worker) => [worker, worker, worker, worker]);
    await byWorkers(slots, tasks, (work, worker) => work(worker));
    expect(unbalanced).toEqual([]);
    await continuePendingPayouts();
    // A short run can end before its first payout is ready.
    for (let round = 0; round < 3 && background.payouts.length === 0; round += 1) {
      for (const work of backgroundWork)
        await byWorkers(workers.slice(0, 1), [work], (one, worker) => one(worker, background));
      await continuePendingPayouts();
    }
    expect(background.payouts.length).toBeGreaterThan(0);
    const { calls, faults } = await proxy.counts();
    process.stdout.write(`${JSON.stringify({ seed, tasks: tasks.length, calls, faults })}\n`);
  });

  test('each order and its commissions match the model', () => expectOrders(world));

  test('the totals of creators, discount codes and the campaign match the model', () => expectTotals(world));

  test('the balances of each creator match the commissions, the payouts and the model', async () => {
    await expectBalances(world);
    expect(deadLetters()).toEqual([]);
  });

  test('the figures and reports match the ledger and the model', () => expectFigures(world));

  if (orders >= manyOrders) {
    test('the run includes the rare cases of negative commissions and of totals in shards', async () => {
      const items = (await allItems()).filter(({ pk }) => String(pk).startsWith(world.brandId));
      expect(items.filter(({ adjusts }) => typeof adjusts === 'string')).not.toEqual([]);
      expect(items.filter(({ sumsAreSpread }) => sumsAreSpread === true)).not.toEqual([]);
    });
  }

  test('everything that is owed is paid at the end, and clawbacks of the others wait', () =>
    settleAll(world));

  test('the ledger explains every total', () => expectLedger(world));
});
