// Workers that die between two calls: before and after each of their transactions.
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { deadLetters } from '#test/support/dead-letters.ts';
import type { Moment } from '#test/support/faults.ts';
import { dying } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectExact, oneStepARequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  createPayout,
  earned,
  fillCommissions,
  patchPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { continueWork, runStreamToEnd, newChanges } from '#test/support/stream.ts';

const isTransaction = (command: unknown): boolean => command instanceof TransactWriteCommand;

/** Dies at one of its transactions, the first of which is 1. */
const dyingAtTransaction = <Result>(call: number, moment: Moment, work: () => Promise<Result>) =>
  dying(work, { call, moment, counts: isTransaction });

describe('death between two calls', () => {
  test.each(['before', 'after'] as const)(
    '%s each transaction: it goes on, and comes to the same',
    async (moment) => {
      const acme = await brandWithCreators(4);
      await fillCommissions(acme, 44);
      await earned(acme, acme.creators[0] ?? '', -1_000_000);
      const wanted = { status: 'ready', affiliatesCount: 3 };
      for (let call = 1; call <= 6; call += 1) {
        await newChanges();
        const { answer } = await dyingAtTransaction(call, moment, () => postPayout(acme.admin));
        // Whether it was created at all, the list tells.
        const [payout] = (await readPage(acme.admin, '/payouts')).items;
        expect(answer.status).toBe(call === 1 ? 503 : 201);
        if (call === 1 && moment === 'before') {
          expect(payout).toBeUndefined();
          continue;
        }
        await runStreamToEnd();
        expect(await readPayout(acme.admin, payout.id)).toMatchObject(wanted);
        await expectExact(acme);
        const cancel = () => patchPayout(acme.admin, payout.id, { status: 'canceled' });
        await dyingAtTransaction(call, moment, cancel);
        await cancelPayout(acme.admin, payout.id);
        await runStreamToEnd();
        expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'canceled' });
        await expectExact(acme);
      }
    },
  );

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
        const death = dyingAtTransaction(1, deaths % 2 === 0 ? 'after' : 'before', () => continueWork(batch));
        await expect(death).rejects.toThrow('busy');
        deaths += 1;
        await continueWork(batch);
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
    for (const batch of first) await continueWork(batch);
    expect(await allItems()).toEqual(before);
    expect(deadLetters()).toEqual([]);
  });
});
