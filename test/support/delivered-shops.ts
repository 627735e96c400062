// Creates a brand that connects shops, and checks that each request took effect once.
import { expect } from 'vitest';
import { createConnection, createMessages, createReconciliation, patch } from './creations.ts';
import { reconciliationBody } from './creations-with.ts';
import { type Task, task } from './delivered-tasks.ts';
import { endComparison } from './ended-comparisons.ts';
import type { Json } from './json.ts';
import { readPage } from './lists.ts';
import { createBrand, send } from './service.ts';
import { shopSecret, signedHeaders, wooOrder } from './shop-messages.ts';

export async function createConnectedShops() {
  const { admin: token, brand } = await createBrand('scale');
  const connect = () => createConnection(token);
  const [changed, removed, receiving, retried] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ];
  await patch(token, `/connections/${retried.id}`, { status: 'paused' });
  const sent = (body: string) => ({ body, headers: signedHeaders(body) });
  await send('POST', `/connections/${retried.id}/events`, sent(wooOrder()));
  await createMessages(retried.id);
  const { items } = await readPage(token, `/connections/${retried.id}/messages`, {});
  const reconciliation = await createReconciliation(token, retried.id);
  await endComparison({ brandId: brand.id, id: reconciliation.id });
  const reconciliations = `/connections/${retried.id}/reconciliations`;
  const tasks: readonly Task[] = [
    task('reconciliations.create', reconciliations, [201, 201], {
      ...{ token, key: 'reconciliation', body: reconciliationBody() },
    }),
    task('reconciliations.apply', `${reconciliations}/${reconciliation.id}/apply`, [200, 200], {
      ...{ token, key: 'apply', body: {} },
    }),
    task('connections.create', '/connections', [201, 201], {
      ...{ token, key: 'connection', body: { type: 'stripe', name: 'New shop', secret: shopSecret } },
    }),
    task('connections.update', `/connections/${changed.id}`, [200, 200], {
      token,
      body: { name: 'Changed' },
    }),
    task('connections.delete', `/connections/${removed.id}`, [204, 404], { token }),
    ...[wooOrder(), wooOrder()].map((body) =>
      task('connections.receive', `/connections/${receiving.id}/events`, [200, 200], sent(body)),
    ),
    task('connections.retry', `/connections/${retried.id}/messages/retry`, [200, 200], {
      ...{ token, key: 'retry', body: { ids: items.map(({ id }: Json) => id) } },
    }),
  ];
  return { token, receiving, retried, tasks };
}

export type ConnectedShops = Awaited<ReturnType<typeof createConnectedShops>>;

export async function expectConnectedOnce({ token, receiving, retried }: ConnectedShops): Promise<void> {
  const found = await readPage(token, '/connections', {});
  expect(found.items.map(({ name }: Json) => name).toSorted()).toEqual([
    'Changed',
    'New shop',
    'Shop',
    'Shop',
  ]);
  const waiting = async (id: string) =>
    (await readPage(token, `/connections/${id}/messages`, { state: 'waiting' })).total;
  const reconciliations = await readPage(token, `/connections/${retried.id}/reconciliations`, {});
  expect(reconciliations.items.map(({ state }: Json) => state).toSorted()).toEqual(['applying', 'comparing']);
  expect([await waiting(receiving.id), await waiting(retried.id)]).toEqual([2, 3]);
}
