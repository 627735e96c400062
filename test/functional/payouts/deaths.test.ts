// Workers that die between two calls: before and after each of their transactions.
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { documentClient } from '#lib/table/client.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
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
  readPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { carryOn, carryOnToTheEnd, newChanges } from '#test/support/stream.ts';

afterEach(() => {
  vi.restoreAllMocks();
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
