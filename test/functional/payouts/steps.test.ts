// Payouts that are more than one request can do: what is left is done behind the stream.
import { describe, expect, test } from 'vitest';
import { advance, continuePayouts } from '#lib/payouts/store/advance.ts';
import { getPayout } from '#lib/payouts/store/payouts.ts';
import { useClock } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectExact, oneStepARequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createPayout,
  earned,
  fillCommissions,
  patchPayout,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { continueWork, runStreamToEnd, newChanges } from '#test/support/stream.ts';

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
      for (const batch of batches) await continueWork(batch);
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
    await runStreamToEnd();
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
      await runStreamToEnd();
      expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
      const commissions = await commissionsOf(acme.brand.id);
      expect(commissions.filter(({ payoutId }) => payoutId !== null)).toEqual([]);
    }
    await expectExact(acme);
    const lines = (await allItems()).filter(({ pk }) => /#(LINE|BATCH)$/.test(String(pk)));
    const shown = (await readPage(acme.admin, '/payouts', { limit: 100 })).items;
    const final = shown.filter(({ affiliatesCount }) => affiliatesCount > 0);
    expect(lines.filter(({ pk }) => String(pk).startsWith(acme.brand.id))).toHaveLength(
      final.reduce((sum, { affiliatesCount }) => sum + affiliatesCount, 0),
    );
  });

  test('drops creators over many batches, and keeps the others', async () => {
    const acme = await brandWithCreators(30);
    await fillCommissions(acme, 150);
    // Five each; half of the creators have a debt, too.
    for (const creator of acme.creators.slice(0, 15)) await earned(acme, creator, -500_000);
    const { id } = await createPayout(acme.admin);
    await runStreamToEnd();
    const payout = await readPayout(acme.admin, id);
    expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 15, commissionsCount: 75 });
    await expectExact(acme);
    await payPayout(acme.admin, payout.id);
    await expectExact(acme);
  });
});

test('a payout that cannot be read is set aside, and holds up no other', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 3);
  await newChanges();
  oneStepARequest();
  const broken = newId('payout', new Date());
  const key = keys.item(acme.brand.id, 'payout', broken);
  await transact([{ kind: 'put', item: { ...key, type: 'payout', status: 'preparing' } }]);
  const { id } = await createPayout(acme.admin);
  const before = deadLetters().length;
  await runStreamToEnd();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 3 });
  const letters = deadLetters().slice(before);
  expect(letters.map(({ consumer, type }) => [consumer, type])).toEqual([['continue-work', 'payout']]);
  expect(JSON.stringify(letters)).toContain(broken);
  await transact([{ kind: 'delete', key }]);
});

test('a payout that does not get on is told of, never left: whoever looked at it has called nobody', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 60);
  oneStepARequest();
  const { id } = await createPayout(acme.admin);
  const payout = await getPayout(acme.brand.id, id);
  // What the next step would write is there, and the payout says nothing of it.
  const key = keys.payoutBatch(acme.brand.id, id, payout.batches);
  await transact([{ kind: 'put', item: { ...key, commissions: [] } }]);
  const change = { sequenceNumber: '1', before: undefined, after: { type: 'payout', ...payout } };
  await expect(continuePayouts([change])).rejects.toThrow(`${id} does not get on`);
  await transact([{ kind: 'delete', key }]);
  await runStreamToEnd();
  expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 60 });
});

test('a request whose payout does not get on answers it as it is', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 60);
  oneStepARequest();
  const { id } = await createPayout(acme.admin);
  const { batches } = await getPayout(acme.brand.id, id);
  await runStreamToEnd();
  await transact([{ kind: 'delete', key: keys.payoutBatch(acme.brand.id, id, batches) }]);
  useClock();
  expect(await payPayout(acme.admin, id)).toMatchObject({ status: 'paying' });
});
