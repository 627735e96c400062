import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { documentClient, getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { putNew, transact } from '#lib/table/transaction.ts';

test('a transaction whose answer is lost is made once, and not refused by what it wrote itself', async () => {
  const send: (command: never) => Promise<unknown> = documentClient.send.bind(documentClient);
  const spy = vi.spyOn(documentClient, 'send').mockImplementation(async (command: unknown) => {
    await send(command as never);
    if (command instanceof TransactWriteCommand) {
      spy.mockRestore();
      throw Object.assign(new Error('too slow'), { name: 'TimeoutError' });
    }
  });
  const count = keys.checkpoint('lost', 'count');
  await transact([
    putNew({ ...keys.checkpoint('lost', 'answer') }),
    { kind: 'update', key: count, update: 'ADD #count :one', values: { one: 1 } },
  ]);
  expect(await getItem(count)).toMatchObject({ count: 1 });
});
