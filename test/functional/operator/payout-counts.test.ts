// Tests how a reconciliation compares the payout counter of a brand with its payouts.
import { expect, onTestFinished, test, vi } from 'vitest';
import { payoutCountDifferences } from '#lib/care/reconciliation/store/payout-figures.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { brandWithCreators, createPayout, fillCommissions } from '#test/support/payouts.ts';

test('a payout counter that differs from the stored payouts is reported', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 1);
  const { id } = await createPayout(acme.admin);
  expect(await payoutCountDifferences(acme.brand.id)).toEqual([]);
  await transact([incrementCounter(acme.brand.id, 'payouts', id, { ready: 1 })]);
  expect(await payoutCountDifferences(acme.brand.id)).toEqual([
    { subject: `payouts of ${acme.brand.id}`, figure: 'ready', expected: 1, stored: 2 },
  ]);
});

test('a payout counter that moves during every attempt is not compared', async () => {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, 3);
  const waiting = acme.creators.values();
  const payouts = JSON.stringify(collectionPartition(acme.brand.id, 'payout'));
  const send = dynamoDb.send.bind(dynamoDb);
  let isCreating = false;
  const sending = vi.spyOn(dynamoDb, 'send').mockImplementation((async (...command: unknown[]) => {
    if (!isCreating && command[0] === 'Query' && JSON.stringify(command[1]).includes(payouts)) {
      isCreating = true;
      await createPayout(acme.admin, { affiliateIds: [waiting.next().value] });
      isCreating = false;
    }
    return Reflect.apply(send, undefined, command);
  }) as typeof dynamoDb.send);
  onTestFinished(() => sending.mockRestore());
  expect(await payoutCountDifferences(acme.brand.id)).toBeUndefined();
  expect(waiting.next().done).toBe(true);
});
