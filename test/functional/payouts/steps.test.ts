// Payouts that are more than one request can do, that many work on, and whose workers die.
// How many commissions the races are over: PAYOUT_SIZE, by default what is written in a moment.
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import type { Commission } from '#lib/commissions/schema.ts';
import { advance } from '#lib/payouts/advance.ts';
import { workingStatuses } from '#lib/payouts/rules.ts';
import { getPayout } from '#lib/payouts/store.ts';
import { documentClient } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { atOnce } from '#test/support/at-once.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createPayout,
  earned,
  fillCommissions,
  type Payers,
  patchPayout,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { carryOn, carryOnToTheEnd, newChanges } from '#test/support/stream.ts';

const size = Number(process.env.PAYOUT_SIZE ?? 200);
const runs = 50;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Each look at the clock takes longer than a request works on a payout: it takes one step. */
const oneStepARequest = () => fakeClock(new Date(), 60_000);

const amountOf = (commissions: readonly Commission[]): number =>
  commissions.reduce((sum, { amount }) => sum + amount, 0);

/** Holds what payouts say against the commissions that say they are in them. */
async function expectExact(acme: Payers): Promise<void> {
  const commissions = await commissionsOf(acme.brand.id);
  const byPayout = Map.groupBy(commissions, ({ payoutId }) => payoutId);
  const pages = await walk(acme.admin, '/payouts', { limit: 100 });
  const payouts = pages.flatMap(({ items }) => items);
  const ids = payouts.map(({ id }) => id);
  expect([...byPayout.keys()].filter((id) => id !== null && !ids.includes(id))).toEqual([]);
  for (const payout of payouts) {
    const own = byPayout.get(payout.id) ?? [];
    const isCanceled = payout.status === 'canceled';
    const lines = (await walk(acme.admin, `/payouts/${payout.id}/lines`, { limit: 100 })).flatMap(
      ({ items }) => items,
    );
    if (isCanceled) {
      expect(own).toEqual([]);
    } else {
      const expected = [...Map.groupBy(own, ({ affiliateId }) => affiliateId)].map(([id, of]) => [
        id,
        amountOf(of),
        of.length,
      ]);
      const said = lines.map((one) => [one.affiliateId, Math.round(one.amount * 100), one.commissionsCount]);
      expect(said.toSorted()).toEqual(expected.toSorted());
      expect(payout.commissionsCount).toBe(own.length);
      const status = payout.status === 'paid' ? 'paid' : 'approved';
      expect(new Set(own.map((one) => one.status))).toEqual(new Set(own.length === 0 ? [] : [status]));
    }
    expect(payout.affiliatesCount).toBe(lines.length);
    expect(Math.round(payout.amount * 100)).toBe(
      lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    );
  }
  await expectLedger(acme, commissions);
}

/** What the ledger's entries come to, by account and by payout, is what stands on the commissions. */
async function expectLedger({ brand }: Payers, commissions: readonly Commission[]): Promise<void> {
  const entries = (await allItems()).filter(({ pk }) => String(pk).startsWith(`${brand.id}#LEDGER#`));
  const sums = new Map<string, number>();
  for (const { postings, payoutId, commissions: counts } of entries) {
    for (const { account, amount } of postings as { account: string; amount: number }[]) {
      sums.set(account, (sums.get(account) ?? 0) - amount);
      if (account !== 'inPayout' && account !== 'paid') continue;
      sums.set(`${account} ${payoutId}`, (sums.get(`${account} ${payoutId}`) ?? 0) - amount);
    }
    expect((postings as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(counts).toBeTypeOf('object');
  }
  const sumOf = (which: (one: Commission) => boolean) => amountOf(commissions.filter(which));
  const stands = {
    approved: sumOf(({ status, payoutId }) => status === 'approved' && payoutId === null),
    inPayout: sumOf(({ status, payoutId }) => status === 'approved' && payoutId !== null),
    paid: sumOf(({ status }) => status === 'paid'),
  };
  for (const [account, amount] of Object.entries(stands))
    expect(sums.get(account) ?? 0, account).toBe(amount);
  for (const id of new Set(commissions.map(({ payoutId }) => payoutId).filter((one) => one !== null))) {
    const own = commissions.filter(({ payoutId }) => payoutId === id);
    const said = (sums.get(`inPayout ${id}`) ?? 0) + (sums.get(`paid ${id}`) ?? 0);
    expect(said, id).toBe(amountOf(own));
  }
  const counts = await readCounter(brand.id, 'commissions');
  const ofStatus = (status: string) => commissions.filter((one) => one.status === status).length;
  expect([counts.approved ?? 0, counts.paid ?? 0]).toEqual([ofStatus('approved'), ofStatus('paid')]);
}

test('the stream’s function is called for the statuses that a payout goes on from', () => {
  const [, ofPayouts] = streamFunctions.carryOn.filters;
  expect(ofPayouts.dynamodb.NewImage.status.S).toEqual(workingStatuses);
});

describe('a payout that is more than one request can do', () => {
  test('is answered as it is; what it has is hidden until it is ready; the stream’s function goes on', async () => {
    const acme = await brandWithCreators(7);
    await fillCommissions(acme, 300);
    await newChanges();
    const clock = oneStepARequest();
    const payout = await createPayout(acme.admin);
    const none = { amount: 0, affiliatesCount: 0, commissionsCount: 0 };
    expect(payout).toMatchObject({ status: 'preparing', ...none });
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ ...none, lines: [] });
    expect(await readPage(acme.admin, `/payouts/${payout.id}/lines`)).toMatchObject({ items: [], total: 0 });
    expect((await send('GET', `/payouts/${payout.id}.csv`, { token: acme.admin })).status).toBe(409);
    const refused = await patchPayout(acme.admin, payout.id, { status: 'paid', reference: 'one' });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'A payout that is preparing cannot become paid',
    ]);
    // Each call takes one step, and is called again by it.
    let calls = 0;
    for (let batches = await newChanges(); batches.length > 0; batches = await newChanges()) {
      for (const batch of batches) await carryOn(batch);
      calls += 1;
    }
    expect(calls).toBeGreaterThanOrEqual(300 / 40);
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({
      status: 'ready',
      affiliatesCount: 7,
      commissionsCount: 300,
    });
    await expectExact(acme);

    const paying = await payPayout(acme.admin, payout.id, 'one');
    expect(paying).toMatchObject({ status: 'paying', reference: 'one', paidAt: expect.any(String) });
    const again = await patchPayout(acme.admin, payout.id, { status: 'paid', reference: 'one' });
    expect([again.status, again.json.data.status]).toEqual([200, 'paying']);
    expect((await patchPayout(acme.admin, payout.id, { status: 'canceled' })).status).toBe(409);
    await carryOnToTheEnd();
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'paid', paidAt: paying.paidAt });
    const paidAt = new Set((await commissionsOf(acme.brand.id)).map((one) => one.paidAt));
    expect(paidAt).toEqual(new Set([paying.paidAt]));
    await expectExact(acme);
    expect(clock.now().getTime()).toBeGreaterThan(Date.now());
  });

  test('can be canceled at any step of being put together; all is free then', async () => {
    const acme = await brandWithCreators(3);
    await fillCommissions(acme, 44);
    await earned(acme, acme.creators[0] ?? '', -1_000_000);
    oneStepARequest();
    for (let steps = 1; steps < 7; steps += 1) {
      const payout = await createPayout(acme.admin, { minimum: 1 });
      for (let taken = 1; taken < steps; taken += 1) {
        await advance(await getPayout(acme.brand.id, payout.id), new Date(0));
      }
      const canceled = await cancelPayout(acme.admin, payout.id);
      expect(canceled.status).toBe('canceling');
      expect((await cancelPayout(acme.admin, payout.id)).status).toMatch(/^cancel/);
      await carryOnToTheEnd();
      expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
      const commissions = await commissionsOf(acme.brand.id);
      expect(commissions.filter(({ payoutId }) => payoutId !== null)).toEqual([]);
    }
    await expectExact(acme);
    const lines = (await allItems()).filter(({ pk }) => /#(LINE|BATCH)$/.test(String(pk)));
    const shown = (await readPage(acme.admin, '/payouts', { limit: 100 })).items;
    const settled = shown.filter(({ affiliatesCount }) => affiliatesCount > 0);
    expect(lines.filter(({ pk }) => String(pk).startsWith(acme.brand.id))).toHaveLength(
      settled.reduce((sum, { affiliatesCount }) => sum + affiliatesCount, 0),
    );
  });

  test('drops creators over many batches, and keeps the others', async () => {
    const acme = await brandWithCreators(30);
    await fillCommissions(acme, 150);
    // Five each; half of the creators have a debt, too.
    for (const creator of acme.creators.slice(0, 15)) await earned(acme, creator, -500_000);
    const payout = await createPayout(acme.admin);
    expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 15, commissionsCount: 75 });
    await expectExact(acme);
    await payPayout(acme.admin, payout.id);
    await expectExact(acme);
  });
});

describe('many at once', () => {
  test(`${runs} payouts over ${size} commissions: each commission is in one at most`, async () => {
    const acme = await brandWithCreators(10);
    await fillCommissions(acme, size);
    await newChanges();
    const payouts = await atOnce(runs, () => createPayout(acme.admin));
    await carryOnToTheEnd();
    const { items } = await readPage(acme.admin, '/payouts', { limit: 100, status: 'ready' });
    expect(items).toHaveLength(runs);
    expect(items.reduce((sum, { commissionsCount }) => sum + commissionsCount, 0)).toBe(size);
    await expectExact(acme);
    await Promise.all(
      payouts.map(({ id }, index) =>
        index % 2 === 0 ? payPayout(acme.admin, id) : cancelPayout(acme.admin, id),
      ),
    );
    await carryOnToTheEnd();
    await expectExact(acme);
    expect(deadLetters()).toEqual([]);
  });

  test('workers on one payout take each step once', async () => {
    const acme = await brandWithCreators(5);
    await fillCommissions(acme, 120);
    oneStepARequest();
    const { id } = await createPayout(acme.admin, { minimum: 1 });
    const work = async () => advance(await getPayout(acme.brand.id, id), new Date('9999-12-31'));
    for (const end of [payPayout, undefined]) {
      const ends = await atOnce(4, work);
      expect(new Set(ends.map(({ status }) => status)).size).toBe(1);
      await expectExact(acme);
      if (end !== undefined) await end(acme.admin, id);
    }
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'paid', commissionsCount: 120 });
  });

  test('a refund, a rejection, an approval in between: whatever is in the payout is in its lines', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 120);
    const commissions = await commissionsOf(acme.brand.id);
    const reject = (id: string) =>
      send('PATCH', `/commissions/${id}/reject`, { token: acme.admin, body: { reason: 'fraud' } });
    await Promise.all([
      createPayout(acme.admin),
      createPayout(acme.admin),
      ...commissions.slice(30, 60).map(({ id }) => reject(id)),
    ]);
    await carryOnToTheEnd();
    await expectExact(acme);
    const after = await commissionsOf(acme.brand.id);
    expect(after.filter(({ status, payoutId }) => status === 'rejected' && payoutId !== null)).toEqual([]);
    expect(after.filter(({ status, payoutId }) => status === 'approved' && payoutId === null)).toEqual([]);
  });
});

/** Lets so many transactions through, in this and later calls; the next one is made, or not, and the worker dies. */
function dieAfter(transactions: number, isMade: boolean): { readonly revive: () => void } {
  const sendCommand = documentClient.send.bind(documentClient);
  const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });
  let [made, isDead] = [0, false];
  const spy = vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    if (isDead) throw killed();
    if (!(args[0] instanceof TransactWriteCommand)) return Reflect.apply(sendCommand, undefined, args);
    made += 1;
    if (made <= transactions) return Reflect.apply(sendCommand, undefined, args);
    isDead = true;
    if (isMade) await Reflect.apply(sendCommand, undefined, args);
    throw killed();
  });
  return { revive: () => spy.mockRestore() };
}

describe('death between two calls', () => {
  test.each([
    ['before', false],
    ['after', true],
  ] as const)('%s each transaction: it goes on, and comes to the same', async (_, isMade) => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 44);
    await earned(acme, acme.creators[0] ?? '', -1_000_000);
    const wanted = { status: 'ready', affiliatesCount: 3 };
    for (let transactions = 0; transactions < 6; transactions += 1) {
      await newChanges();
      const death = dieAfter(transactions, isMade);
      const answer = await send('POST', '/payouts', { token: acme.admin });
      death.revive();
      // Whether it was created at all, the list tells.
      const [payout] = (await readPage(acme.admin, '/payouts')).items;
      expect(answer.status).toBe(transactions === 0 ? 503 : 201);
      if (transactions === 0 && !isMade) {
        expect(payout).toBeUndefined();
        continue;
      }
      await carryOnToTheEnd();
      expect(await readPayout(acme.admin, payout.id)).toMatchObject(wanted);
      await expectExact(acme);
      const dying = dieAfter(transactions, isMade);
      await patchPayout(acme.admin, payout.id, { status: 'canceled' });
      dying.revive();
      await cancelPayout(acme.admin, payout.id);
      await carryOnToTheEnd();
      expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
      await expectExact(acme);
    }
  });

  test('of the stream’s function: its batch comes again, and again', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 120);
    await newChanges();
    oneStepARequest();
    const { id } = await createPayout(acme.admin);
    let [deaths, batches] = [0, await newChanges()];
    const first = batches;
    while (batches.length > 0) {
      for (const batch of batches) {
        const death = dieAfter(0, deaths % 2 === 0);
        await expect(carryOn(batch)).rejects.toThrow('busy');
        death.revive();
        deaths += 1;
        await carryOn(batch);
      }
      batches = (await newChanges()).filter(({ records }) =>
        records.some(({ dynamodb }) => JSON.stringify(dynamodb).includes('"preparing"')),
      );
      if ((await readPayout(acme.admin, id)).status === 'ready') break;
    }
    expect(deaths).toBeGreaterThan(2);
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 120 });
    await expectExact(acme);
    const before = await allItems();
    for (const batch of first) await carryOn(batch);
    expect(await allItems()).toEqual(before);
    expect(deadLetters()).toEqual([]);
  });
});
