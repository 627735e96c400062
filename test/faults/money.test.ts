// Money under faults: orders that come three times in random order, refunds, approvals and payouts meanwhile, through a proxy
// that lets calls of the table fail by seed. Afterwards the API, the ledger and a model agree to the cent, and each read
// meanwhile balances. `npm run test:money` does so over 20 seeds, with 5,000 orders each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chance } from '#infra/local/demo/random.ts';
import { auditBrand } from '#lib/audit/audit.ts';
import { workingStatuses } from '#lib/shared/payout-statuses.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { chanceFor, delivered, shuffled } from '#test/support/chance.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { insist } from '#test/support/insist.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage, walk } from '#test/support/lists.ts';
import {
  addsUp,
  balances,
  expectedOf,
  newProgram,
  type Order,
  type Program,
} from '#test/support/money-program.ts';
import { read } from '#test/support/orders.ts';
import { fewFaults } from '#test/support/seeded-faults.ts';
import { startSeededProxy } from '#test/support/seeded-proxy.ts';
import type { Answer, Send } from '#test/support/service.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { carryOnPayoutsUnderWay, eventOfItem } from '#test/support/stream.ts';
import { byWorkers } from '#test/support/workers.ts';

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => 20261121 + index);
const orders = Number(process.env.ORDERS ?? 80);
const reads = orders * 2;
const processes = Number(process.env.ORDERS === undefined ? 2 : 8);
const deliveries = 3;
const creators = 12;
/** Of so many, some are refunded when they are in a payout, and some transactions meet again and again. */
const manyOrders = 5000;

let program: Program;

/** Asks, as the brand's user, until there is an answer. */
const ask = (by: Send, method: string, path: string, body?: object): Promise<Answer> =>
  insist(() => by(method, path, { token: program.token, ...(body && { body }) }));

/** What has happened until now, as its callers know it. */
class Progress {
  readonly begun = new Set<Order>();
  readonly recorded = new Set<Order>();
  /** The ids of those that were seen to be ready. */
  readonly payouts: string[] = [];
}

/** One delivery of an order; answers the id of its conversion. */
async function deliver(by: Send, order: Order, { begun, recorded }: Progress): Promise<string> {
  begun.add(order);
  const { status, json, text } = await ask(by, 'POST', '/conversions', order.body);
  expect([200, 201], text).toContain(status);
  recorded.add(order);
  return json.data.id;
}

/** One delivery of an order's refunds, some time after the order itself, or before: then both come at once. */
async function refund(by: Send, order: Order, progress: Progress): Promise<void> {
  const path = `/conversions/${await deliver(by, order, progress)}/refunds`;
  for (const [index, amount] of order.refunds.entries()) {
    const { status, text } = await ask(by, 'POST', path, { refundId: `refund-${index}`, amount });
    expect([200, 201], text).toContain(status);
  }
}

const idsOf = (list: Json): readonly string[] => list.json.data.map(({ id }: { id: string }) => id);

async function approve(by: Send): Promise<void> {
  const ids = idsOf(await ask(by, 'GET', '/commissions?status=pending&limit=30'));
  if (ids.length === 0) return;
  const { status, text } = await ask(by, 'POST', '/commissions/approve', { ids });
  expect(status, text).toBe(200);
}

async function payOrCancel(by: Send, chance: Chance, { payouts }: Progress): Promise<void> {
  const created = await ask(by, 'POST', '/payouts', { minimum: 1 });
  expect(created.status, created.text).toBe(201);
  for (const id of idsOf(await ask(by, 'GET', '/payouts?status=ready&limit=5'))) {
    payouts.push(id);
    const body =
      chance.next() < 0.7 ? { status: 'paid', reference: `transfer of ${id}` } : { status: 'canceled' };
    const { status, text } = await ask(by, 'PATCH', `/payouts/${id}`, body);
    // Somebody else may have decided otherwise.
    expect([200, 409], text).toContain(status);
  }
}

/** What the stream does, which nothing reads here: has its function go on with payouts, with calls that fail like all others. */
async function carryOn({ send, invoke }: ServiceProcess, chance: Chance): Promise<void> {
  const status = chance.pick(workingStatuses);
  for (const id of idsOf(await ask(send, 'GET', `/payouts?status=${status}&limit=5`))) {
    const payout = await getItem(keys.item(program.brandId, 'payout', id));
    // A busy table is thrown, for the batch to come again.
    if (payout !== undefined) await invoke('streams/carry-on.ts', eventOfItem(payout)).catch(demandBusy);
  }
}

function demandBusy(error: unknown): void {
  expect(String(error)).toContain('busy');
}

/** Looks at anything, and answers what is wrong with it; undefined where nothing is. */
type Look = (by: Send, chance: Chance, progress: Progress) => Promise<Json>;

const lookAtCreator: Look = async (by, chance) => {
  const creator = chance.pick(program.creators);
  if (creator === undefined) throw new Error('There are no creators');
  const { json } = await ask(by, 'GET', `/affiliates/${creator.id}`);
  return balances(json.data, creator) ? undefined : json.data;
};

/** Half of the time at one that has just become ready, and else at any that has been. */
const lookAtPayout: Look = async (by, chance, { payouts }) => {
  if (payouts.length === 0) return undefined;
  const id = chance.next() < 0.5 ? chance.pick(payouts) : payouts.at(-1);
  const { json } = await ask(by, 'GET', `/payouts/${id}`);
  return addsUp(json.data) ? undefined : json.data;
};

/** All orders are counted that were answered before it was asked, and none that nobody had asked for when it was answered. */
const lookAtCounts: Look = async (by, chance, { begun, recorded }) => {
  const isOfNobody = chance.next() < 0.5;
  const numberOf = (some: ReadonlySet<Order>): number =>
    [...some].filter(({ creator }) => !isOfNobody || creator === undefined).length;
  const least = numberOf(recorded);
  const { json } = await ask(
    by,
    'GET',
    `/conversions?limit=1${isOfNobody ? '&attribution=noReference' : ''}`,
  );
  const { total } = json.meta;
  const most = numberOf(begun);
  return least <= total && total <= most ? undefined : { isOfNobody, least, total, most };
};

type Work = (worker: ServiceProcess) => Promise<unknown>;

const looks = [lookAtCreator, lookAtPayout, lookAtCreator, lookAtCounts];

describe.each(seeds)('with seed %i', (seed) => {
  let workers: readonly ServiceProcess[];
  let proxy: Awaited<ReturnType<typeof startSeededProxy>>;

  beforeAll(async () => {
    const engine = process.env.DYNAMODB_ENDPOINT ?? '';
    program = await newProgram(seed, { creators, orders });
    proxy = await startSeededProxy({ engine, seed, rates: fewFaults });
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

  test('all sums, the ledger and a model of it agree to the cent', async () => {
    const chance = chanceFor(seed, 'work');
    const progress = new Progress();
    const works = delivered(program.orders, deliveries, chance).map(
      (order): Work =>
        ({ send }) =>
          deliver(send, order, progress),
    );
    const refunded = program.orders.filter(({ refunds }) => refunds.length > 0);
    const refunds = delivered(refunded, deliveries, chance).map(
      (order): Work =>
        ({ send }) =>
          refund(send, order, progress),
    );
    const others = Array.from({ length: Math.ceil(orders / 20) }, (): readonly Work[] => [
      ({ send }) => approve(send),
      ({ send }) => payOrCancel(send, chance, progress),
      (worker) => carryOn(worker, chance),
    ]).flat();
    const unbalanced: Json[] = [];
    const lookings = Array.from(
      { length: reads },
      (_, index): Work =>
        async ({ send }) => {
          const wrong = await looks[index % looks.length]?.(send, chance, progress);
          if (wrong !== undefined) unbalanced.push(wrong);
        },
    );
    const tasks = shuffled([...works, ...refunds, ...others, ...lookings], chance);
    // Each process answers several at once.
    const hands = workers.flatMap((worker) => [worker, worker, worker, worker]);
    await byWorkers(hands, tasks, (work, worker) => work(worker));
    expect(unbalanced).toEqual([]);
    expect(progress.payouts.length).toBeGreaterThan(0);
    const { calls, faults } = await proxy.counts();
    await carryOnPayoutsUnderWay();
    process.stdout.write(`${JSON.stringify({ seed, tasks: tasks.length, calls, faults })}\n`);
  });

  test('creators, their codes and the campaign have what the model says', async () => {
    const { token, campaignId } = program;
    const expected = expectedOf(program);
    for (const { id, discountId } of program.creators) {
      expect(await read(token, `/affiliates/${id}`)).toMatchObject(expected.creator(id));
      expect(await read(token, `/discounts/${discountId}`)).toMatchObject(expected.discount(discountId));
    }
    expect(await read(token, `/campaigns/${campaignId}`)).toMatchObject(expected.campaign(campaignId));
    expect((await readPage(token, '/conversions')).total).toBe(orders);
    const nobody = await readPage(token, '/conversions', { attribution: 'noReference' });
    expect(nobody.total).toBe(program.orders.filter(({ creator }) => creator === undefined).length);
  });

  test('each commission is in one payout at most, and each payout is what its commissions add up to', async () => {
    const { token } = program;
    const payouts = (await walk(token, '/payouts')).flatMap(({ items }) => items);
    const commissions = (await walk(token, '/commissions')).flatMap(({ items }) => items);
    expect(payouts.length).toBeGreaterThan(0);
    for (const { id, status, amount } of payouts) {
      const claimed = commissions.filter(({ payoutId }) => payoutId === id);
      if (status === 'canceled') expect(claimed).toEqual([]);
      else
        expect(Math.round(claimed.reduce((sum, one) => sum + one.amount, 0) * 100)).toBe(
          Math.round(amount * 100),
        );
      const expected = status === 'paid' ? 'paid' : 'approved';
      expect(claimed.filter((one) => one.status !== expected)).toEqual([]);
    }
    expect(payouts.some(({ status }) => status === 'paid')).toBe(true);
    expect(deadLetters()).toEqual([]);
  });

  if (orders >= manyOrders) {
    test('it has met what is rare: negative commissions, and sums that are spread', async () => {
      const items = (await allItems()).filter(({ pk }) => String(pk).startsWith(program.brandId));
      expect(items.filter(({ adjusts }) => typeof adjusts === 'string')).not.toEqual([]);
      expect(items.filter(({ sumsAreSpread }) => sumsAreSpread === true)).not.toEqual([]);
    });
  }

  test('the ledger explains every sum', async () => {
    const { differences, entries } = await auditBrand(program.brandId);
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(orders);
  });
});
