// Tests payouts that take several steps: the request takes the first, and workers behind a queue take the others.

import { describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  patchPayout,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { send } from '#test/support/service.ts';
import { hasTurn } from '#test/support/size.ts';
import { continueToCompletion, newChanges } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

describe('a payout in several steps', () => {
  test('starts in the status preparing without figures, and its workers complete it step by step', async () => {
    const acme = await brandWithCreators(7);
    await fillCommissions(acme, 160);
    await newChanges();
    // Time passes between the steps.
    fakeClock(now(), 10);
    useOneStepPerRequest();
    const payout = await createPayout(acme.admin);
    const noFigures = { amount: 0, affiliatesCount: 0, commissionsCount: 0 };
    expect(payout).toMatchObject({ status: 'preparing', ...noFigures });
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ ...noFigures, lines: [] });
    expect(await readPage(acme.admin, `/payouts/${payout.id}/lines`)).toMatchObject({ items: [], total: 0 });
    expect((await send('GET', `/payouts/${payout.id}.csv`, { token: acme.admin })).status).toBe(409);
    const claimed = (await commissionsOf(acme.brand.id)).filter(({ payoutId }) => payoutId !== null);
    const amount = claimed.reduce((sum, one) => sum + one.amount, 0) / 100;
    expect(payout.progress).toEqual({ amount, commissionsCount: claimed.length, affiliatesCount: 0 });
    expect(claimed.length).toBeGreaterThan(0);
    const refused = await patchPayout(acme.admin, payout.id, { status: 'paid', reference: 'one' });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'A payout that is preparing cannot become paid',
    ]);
    // Each worker takes one step, and sends the message of the next worker.
    const calls = await continueToCompletion();
    expect(calls).toBeGreaterThanOrEqual(160 / 40);
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({
      status: 'ready',
      affiliatesCount: 7,
      commissionsCount: 160,
      progress: null,
    });
    await expectConsistentPayouts(acme);

    const paying = await payPayout(acme.admin, payout.id, 'one');
    expect(paying).toMatchObject({ status: 'paying', reference: 'one', paidAt: expect.any(String) });
    const again = await patchPayout(acme.admin, payout.id, { status: 'paid', reference: 'one' });
    expect([again.status, again.json.data.status]).toEqual([200, 'paying']);
    expect((await patchPayout(acme.admin, payout.id, { status: 'canceled' })).status).toBe(409);
    await continueToCompletion();
    expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'paid', paidAt: paying.paidAt });
    const paidAt = new Set((await commissionsOf(acme.brand.id)).map((commission) => commission.paidAt));
    expect(paidAt).toEqual(new Set([paying.paidAt]));
    await expectConsistentPayouts(acme);
  });

  test('releases all commissions when it is canceled at any step of its preparation', async () => {
    const acme = await brandWithCreators(3);
    await fillCommissions(acme, 44);
    await createApprovedCommission(acme, acme.creators[0] ?? '', -1_000_000);
    useOneStepPerRequest();
    for (const steps of [1, 2, 3, 4, 5, 6].filter((number) => hasTurn(number, 3))) {
      const payout = await createPayout(acme.admin, { minimum: 1 });
      for (let step = 1; step < steps; step += 1) {
        await advance(await getPayout(acme.brand.id, payout.id), () => true, { now });
      }
      const canceled = await cancelPayout(acme.admin, payout.id);
      expect(canceled.status).toBe('canceling');
      expect((await cancelPayout(acme.admin, payout.id)).status).toMatch(/^cancel/);
      await continueToCompletion();
      expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
      const commissions = await commissionsOf(acme.brand.id);
      expect(commissions.filter(({ payoutId }) => payoutId !== null)).toEqual([]);
    }
    await expectConsistentPayouts(acme);
    const lines = (await allItems()).filter(({ pk }) => /#(LINE|BATCH)$/.test(String(pk)));
    const listed = (await readPage(acme.admin, '/payouts', { limit: 100 })).items;
    const listedWithLines = listed.filter(({ affiliatesCount }) => affiliatesCount > 0);
    expect(lines.filter(({ pk }) => String(pk).startsWith(acme.brand.id))).toHaveLength(
      listedWithLines.reduce((sum, { affiliatesCount }) => sum + affiliatesCount, 0),
    );
  });

  test('excludes creators with a negative balance across many batches and keeps the others', async () => {
    const acme = await brandWithCreators(20);
    await fillCommissions(acme, 100);
    // Each creator has five commissions, and half of the creators also have a debt.
    for (const creator of acme.creators.slice(0, 10)) await createApprovedCommission(acme, creator, -500_000);
    const { id } = await createPayout(acme.admin);
    await continueToCompletion();
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 10, commissionsCount: 50 });
    await expectConsistentPayouts(acme);
    await payPayout(acme.admin, payout.id);
    await expectConsistentPayouts(acme);
  });
});

test('a malformed payout goes to the dead-letter queue and does not block other payouts', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 3);
  await newChanges();
  useOneStepPerRequest();
  const broken = newId('payout', new Date());
  const key = keys.item(acme.brand.id, 'payout', broken);
  await transact([{ kind: 'put', item: { ...key, type: 'payout', status: 'preparing' } }]);
  const { id } = await createPayout(acme.admin);
  const before = deadLetters().length;
  await continueToCompletion();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 3 });
  const letters = deadLetters().slice(before);
  expect(letters.map(({ consumer, type }) => [consumer, type])).toEqual([['continue-work', 'payout']]);
  expect(JSON.stringify(letters)).toContain(broken);
  await transact([{ kind: 'delete', key }]);
});

test('a worker throws when a payout makes no progress, so that SQS delivers its message again', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 60);
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  const payout = await getPayout(acme.brand.id, id);
  // Create the item that the next step writes, but leave the payout unchanged.
  const key = keys.payoutBatch(acme.brand.id, id, payout.batches);
  await transact([{ kind: 'put', item: { ...key, commissions: [] } }]);
  await expect(runWorker('payouts', payout)).rejects.toThrow(`${id} makes no progress`);
  await transact([{ kind: 'delete', key }]);
  await continueToCompletion();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 60 });
});

test('PATCH /v1/payouts/{id} returns the current payout when the payout makes no progress', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 60);
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  const { batches } = await getPayout(acme.brand.id, id);
  await continueToCompletion();
  await transact([{ kind: 'delete', key: keys.payoutBatch(acme.brand.id, id, batches) }]);
  stopTimer();
  expect(await payPayout(acme.admin, id)).toMatchObject({ status: 'paying' });
});
