// Tests money under faults: sends each order and bonus three times in random order, with concurrent refunds, approvals, payouts, their
// reopening and failed lines, through a proxy that injects table faults by seed. The API, the ledger and a model must agree to the cent, and each read in between
// must balance. `npm run test:money` runs 20 seeds with 5,000 orders each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage, walk } from '#test/support/lists.ts';
import {
  equalsItsLines,
  expectedOf,
  type Manual,
  matchesOrders,
  newProgram,
  type Order,
  type Program,
} from '#test/support/money-program.ts';
import { read } from '#test/support/orders.ts';
import { deliverAtLeastOnce, seededRandom, shuffled } from '#test/support/random.ts';
import { retryWhileBusy } from '#test/support/retry-while-busy.ts';
import { lowFaultRates } from '#test/support/seeded-faults.ts';
import { startSeededProxy } from '#test/support/seeded-proxy.ts';
import type { Answer, Send } from '#test/support/service.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { byWorkers } from '#test/support/workers.ts';

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => 20261121 + index);
const orders = Number(process.env.ORDERS ?? 80);
const reads = orders * 2;
const processes = Number(process.env.ORDERS === undefined ? 2 : 8);
const deliveries = 3;
const creators = 12;
/** A run with at least this many orders must include negative commissions and totals in shards. */
const manyOrders = 5000;

let program: Program;

/** Retries a request of the brand's user until the response is not 503. */
const request = (by: Send, method: string, path: string, body?: object): Promise<Answer> =>
  retryWhileBusy(() => by(method, path, { token: program.token, ...(body && { body }) }));

/** The work that the callers have begun and completed so far. */
class Progress {
  readonly begun = new Set<Order>();
  readonly recorded = new Set<Order>();
  /** The ids of all payouts that have been ready. */
  readonly payouts: string[] = [];
}

/** Sends an order once and returns the id of its conversion. */
async function deliver(by: Send, order: Order, { begun, recorded }: Progress): Promise<string> {
  begun.add(order);
  const { status, json, text } = await request(by, 'POST', '/conversions', order.body);
  expect([200, 201], text).toContain(status);
  recorded.add(order);
  return json.data.id;
}

/** Sends the refunds of an order once. The order is sent before them, or concurrently. */
async function refund(by: Send, order: Order, progress: Progress): Promise<void> {
  const { refunds, isEarly, isDisputed } = order;
  const { orderId } = order.body;
  if (!isEarly) await deliver(by, order, progress);
  const path = isEarly ? '/refunds' : `/conversions/by-order-id/${orderId}/refunds`;
  for (const [index, amount] of refunds.entries()) {
    const body = { refundId: `refund-${index}`, amount, ...(isEarly && { orderId }) };
    const { status, text } = await request(by, 'POST', path, body);
    expect([200, 201], text).toContain(status);
  }
  if (!isDisputed) return;
  const id = await deliver(by, order, progress);
  const reversal = `/conversions/${id}/refunds/refund-${refunds.length - 1}/reverse`;
  const { status, text } = await request(by, 'POST', reversal, {});
  expect(status, text).toBe(200);
}

/** Sends a bonus or deduction once. Its key makes the deliveries one request. */
async function deliverManual(by: Send, { body }: Manual): Promise<void> {
  const headers = withKey(`manual ${program.manual.findIndex((manual) => manual.body === body)}`);
  const send = () => by('POST', '/commissions', { token: program.token, body, ...headers });
  const { status, text } = await retryWhileBusy(send);
  expect(status, text).toBe(201);
}

const idsOf = (list: Json): readonly string[] => list.json.data.map(({ id }: { id: string }) => id);

async function approve(by: Send): Promise<void> {
  const ids = idsOf(await request(by, 'GET', '/commissions?status=pending&limit=30'));
  if (ids.length === 0) return;
  const { status, text } = await request(by, 'POST', '/commissions/approve', { ids });
  expect(status, text).toBe(200);
}

async function payOrCancel(by: Send, random: Random, { payouts }: Progress): Promise<void> {
  const created = await request(by, 'POST', '/payouts', { minimum: 1 });
  // 200: nothing is payable. 409: another payout is preparing or being canceled.
  expect([200, 201, 409], created.text).toContain(created.status);
  for (const id of idsOf(await request(by, 'GET', '/payouts?status=ready&limit=5'))) {
    // The first payout is paid, so that each run has a paid one.
    const isPaid = payouts.length === 0 || random.next() < 0.7;
    payouts.push(id);
    const body = isPaid ? { status: 'paid', reference: `transfer of ${id}` } : { status: 'canceled' };
    const { status, text } = await request(by, 'PATCH', `/payouts/${id}`, body);
    // 409: another worker has already paid or canceled this payout.
    expect([200, 409], text).toContain(status);
  }
}

/** Marks a random line of a ready or paid payout. */
async function mark(by: Send, random: Random): Promise<void> {
  const [id] = idsOf(await request(by, 'GET', '/payouts?status=ready,paid&limit=1'));
  if (id === undefined) return;
  const { json } = await request(by, 'GET', `/payouts/${id}`);
  const line = random.pick<Json>(json.data.lines);
  if (line === undefined) return;
  const body = { status: random.pick(['paid', 'failed']) };
  const { status, text } = await request(by, 'PATCH', `/payouts/${id}/lines/${line.affiliateId}`, body);
  // 409: the line has failed, or another worker cancels or changes the payout.
  expect([200, 409], text).toContain(status);
}

/** Keeps one of the paid payouts, so that each run ends with a paid one. */
async function reopen(by: Send, random: Random): Promise<void> {
  const [, ...ids] = idsOf(await request(by, 'GET', '/payouts?status=paid&limit=5'));
  if (ids.length === 0) return;
  const path = `/payouts/${random.pick(ids)}/reopen`;
  const { status, text } = await request(by, 'POST', path, { reason: 'The bank has rejected it' });
  // 409: another worker has already reopened this payout.
  expect([200, 409], text).toContain(status);
}

const messageOf = (id: string) => ({ Records: [{ body: JSON.stringify({ brandId: program.brandId, id }) }] });

/** Continues payouts, because the queue has no consumer in this test. The calls meet the same faults as all other calls. */
async function continuePayouts({ send, invoke }: ServiceProcess, random: Random): Promise<void> {
  const status = random.pick(workingStatuses);
  for (const id of idsOf(await request(send, 'GET', `/payouts?status=${status}&limit=5`))) {
    await invoke('queues/advance-payouts.ts', messageOf(id)).catch(expectBusy);
  }
}

function expectBusy(error: unknown): void {
  expect(String(error)).toContain('busy');
}

/** Reads data of the program. Returns the data if they are inconsistent, and undefined otherwise. */
type Check = (by: Send, random: Random, progress: Progress) => Promise<Json>;

const checkCreator: Check = async (by, random) => {
  const creator = random.pick(program.creators);
  if (creator === undefined) throw new Error('There are no creators');
  const { json } = await request(by, 'GET', `/affiliates/${creator.id}`);
  return matchesOrders(json.data, creator) ? undefined : json.data;
};

/** Reads the latest ready payout or a random one, with equal probability. */
const checkPayout: Check = async (by, random, { payouts }) => {
  if (payouts.length === 0) return undefined;
  const id = random.next() < 0.5 ? random.pick(payouts) : payouts.at(-1);
  const { json } = await request(by, 'GET', `/payouts/${id}`);
  return equalsItsLines(json.data) ? undefined : json.data;
};

/** Checks that the total includes all orders recorded before the read, and none that began after it. */
const checkCounts: Check = async (by, random, { begun, recorded }) => {
  const isOfNobody = random.next() < 0.5;
  const numberOf = (some: ReadonlySet<Order>): number =>
    [...some].filter(({ creator }) => !isOfNobody || creator === undefined).length;
  const least = numberOf(recorded);
  const { json } = await request(
    by,
    'GET',
    `/conversions?limit=1${isOfNobody ? '&attribution=noReference' : ''}`,
  );
  const { total } = json.meta;
  const most = numberOf(begun);
  return least <= total && total <= most ? undefined : { isOfNobody, least, total, most };
};

type Task = (worker: ServiceProcess) => Promise<unknown>;

const checks = [checkCreator, checkPayout, checkCreator, checkCounts];

describe.each(seeds)('the money of a brand with fault seed %i', (seed) => {
  let workers: readonly ServiceProcess[];
  let proxy: Awaited<ReturnType<typeof startSeededProxy>>;

  beforeAll(async () => {
    const engine = process.env.DYNAMODB_ENDPOINT ?? '';
    program = await newProgram(seed, { creators, orders });
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

  test('every read adds up during concurrent orders, refunds and payouts', async () => {
    const random = seededRandom(seed, 'work');
    const progress = new Progress();
    const orderTasks = deliverAtLeastOnce(program.orders, deliveries, random).map(
      (order): Task =>
        ({ send }) =>
          deliver(send, order, progress),
    );
    const refunded = program.orders.filter(({ refunds }) => refunds.length > 0);
    const refundTasks = deliverAtLeastOnce(refunded, deliveries, random).map(
      (order): Task =>
        ({ send }) =>
          refund(send, order, progress),
    );
    const manualTasks = deliverAtLeastOnce(program.manual, deliveries, random).map(
      (manual): Task =>
        ({ send }) =>
          deliverManual(send, manual),
    );
    const others = Array.from({ length: Math.ceil(orders / 8) }, (): readonly Task[] => [
      ({ send }) => approve(send),
      ({ send }) => payOrCancel(send, random, progress),
      ({ send }) => reopen(send, random),
      ({ send }) => mark(send, random),
      (worker) => continuePayouts(worker, random),
    ]).flat();
    const unbalanced: Json[] = [];
    const readTasks = Array.from(
      { length: reads },
      (_, index): Task =>
        async ({ send }) => {
          const wrong = await checks[index % checks.length]?.(send, random, progress);
          if (wrong !== undefined) unbalanced.push(wrong);
        },
    );
    const tasks = shuffled([...orderTasks, ...refundTasks, ...manualTasks, ...others, ...readTasks], random);
    // Each process handles four requests at a time.
    const slots = workers.flatMap((worker) => [worker, worker, worker, worker]);
    await byWorkers(slots, tasks, (work, worker) => work(worker));
    expect(unbalanced).toEqual([]);
    expect(progress.payouts.length).toBeGreaterThan(0);
    const { calls, faults } = await proxy.counts();
    await continuePendingPayouts();
    process.stdout.write(`${JSON.stringify({ seed, tasks: tasks.length, calls, faults })}\n`);
  });

  test('the totals of creators, discount codes and the campaign match the model', async () => {
    const { token, campaignId } = program;
    const expected = expectedOf(program);
    const favorite = program.manual[0]?.model.affiliateId ?? '';
    expect(await read(token, `/affiliates/${favorite}`)).toMatchObject(expected.creator(favorite));
    for (const { id, discountId } of program.creators) {
      expect(await read(token, `/affiliates/${id}`)).toMatchObject(expected.creator(id));
      expect(await read(token, `/discounts/${discountId}`)).toMatchObject(expected.discount(discountId));
    }
    expect(await read(token, `/campaigns/${campaignId}/stats`)).toMatchObject(
      expected.campaignStats(campaignId),
    );
    expect((await readPage(token, '/conversions')).total).toBe(orders);
    const nobody = await readPage(token, '/conversions', { attribution: 'noReference' });
    expect(nobody.total).toBe(program.orders.filter(({ creator }) => creator === undefined).length);
  });

  test('each commission is in at most one payout, and each payout is the sum of its commissions', async () => {
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
      const lines = (await walk(token, `/payouts/${id}/lines`)).flatMap(({ items }) => items);
      const paid = lines.filter((line) => line.status === 'paid').map(({ affiliateId }) => affiliateId);
      const isPaid = (one: Json) => status === 'paid' || paid.includes(one.affiliateId);
      expect(claimed.filter((one) => (one.status === 'paid') !== isPaid(one))).toEqual([]);
    }
    expect(payouts.some(({ status }) => status === 'paid')).toBe(true);
    expect(deadLetters()).toEqual([]);
  });

  if (orders >= manyOrders) {
    test('the run includes the rare cases of negative commissions and of totals in shards', async () => {
      const items = (await allItems()).filter(({ pk }) => String(pk).startsWith(program.brandId));
      expect(items.filter(({ adjusts }) => typeof adjusts === 'string')).not.toEqual([]);
      expect(items.filter(({ sumsAreSpread }) => sumsAreSpread === true)).not.toEqual([]);
    });
  }

  test('the ledger explains every total', async () => {
    const { differences, entries } = await reconcileBrand(program.brandId);
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(orders);
  });
});
