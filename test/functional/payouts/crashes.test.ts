// Tests crashes of a request, the stream function or a worker before and after each transaction of a payout.
import { describe, expect, test } from 'vitest';
import { deadLetters } from '#test/support/dead-letters.ts';
import type { Moment } from '#test/support/faults.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  patchPayout,
  payPayout,
  postPayout,
  postReopening,
  readPayout,
  reopenPayout,
} from '#test/support/payouts.ts';
import { continueToCompletion, continueWork, newChanges } from '#test/support/stream.ts';

const isTransaction = (operation: unknown): boolean => operation === 'TransactWriteItems';

const paid = { status: 'paid', reference: 'transfer-1' };

const crashAtTransaction = <Result>(call: number, moment: Moment, work: () => Promise<Result>) =>
  runAndKill(work, { call, moment, counts: isTransaction });

describe('a payout after a crash', () => {
  test.each(['before', 'after'] as const)(
    'completes with the same result when the crash happened %s any transaction',
    async (moment) => {
      const acme = await brandWithCreators(4);
      await fillCommissions(acme, 44);
      await createApprovedCommission(acme, acme.creators[0] ?? '', -1_000_000);
      const expected = { status: 'ready', affiliatesCount: 3 };
      for (const call of [1, 2, 3, 4, 5, 6]) {
        await newChanges();
        const { answer } = await crashAtTransaction(call, moment, () => postPayout(acme.admin));
        const [payout] = (await readPage(acme.admin, '/payouts')).items;
        expect(answer.status).toBe(call === 1 ? 503 : 201);
        if (call === 1 && moment === 'before') {
          expect(payout).toBeUndefined();
          continue;
        }
        await continueToCompletion();
        expect(await readPayout(acme.admin, payout.id)).toMatchObject(expected);
        await expectConsistentPayouts(acme);
        await crashAtTransaction(call, moment, () => patchPayout(acme.admin, payout.id, paid));
        await payPayout(acme.admin, payout.id);
        await continueToCompletion();
        expect(await readPayout(acme.admin, payout.id)).toMatchObject({ ...expected, status: 'paid' });
        await expectConsistentPayouts(acme);
        const reopening = await crashAtTransaction(call, moment, () => postReopening(acme.admin, payout.id));
        await continueToCompletion();
        if (reopening.answer.status === 503 && moment === 'before') await reopenPayout(acme.admin, payout.id);
        expect(await readPayout(acme.admin, payout.id)).toMatchObject({ ...expected, paidAt: null });
        await expectConsistentPayouts(acme);
        const cancel = () => patchPayout(acme.admin, payout.id, { status: 'canceled' });
        await crashAtTransaction(call, moment, cancel);
        await cancelPayout(acme.admin, payout.id);
        await continueToCompletion();
        expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
        await expectConsistentPayouts(acme);
      }
    },
  );

  test('takes each step once when its worker crashed and its message is delivered again', async () => {
    const acme = await brandWithCreators(4);
    await fillCommissions(acme, 240);
    await newChanges();
    useOneStepPerRequest();
    const { id } = await createPayout(acme.admin);
    let [crashes, batches] = [0, await newChanges()];
    const first = batches;
    while (batches.length > 0) {
      for (const batch of batches) {
        const crash = crashAtTransaction(1, crashes % 2 === 0 ? 'after' : 'before', () =>
          continueWork(batch),
        );
        await expect(crash).rejects.toThrow('busy');
        crashes += 1;
        await continueWork(batch);
      }
      batches = (await newChanges()).filter(({ records }) =>
        records.some(({ dynamodb }) => JSON.stringify(dynamodb).includes('"preparing"')),
      );
      if ((await readPayout(acme.admin, id)).status === 'ready') break;
    }
    expect(crashes).toBeGreaterThan(2);
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 240 });
    await expectConsistentPayouts(acme);
    const before = await allItems();
    for (const batch of first) await continueWork(batch);
    expect(await allItems()).toEqual(before);
    expect(deadLetters()).toEqual([]);
  });
});
