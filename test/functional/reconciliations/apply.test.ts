// Tests that differences are applied once, and only to orders that have not changed since the comparison.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { findOrders } from '#lib/shops/comparisons/store/files.ts';
import { findReconciliation } from '#lib/shops/comparisons/store/reconciliations.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import { createConnection, createDiscount, inviteActive, patch } from '#test/support/creations.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import {
  applyDifferences,
  csvOf,
  differencesOf,
  postApply,
  postReconciliation,
  reconcile,
} from '#test/support/reconciliations.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const columns = ['orderId', 'amount', 'occurredAt', 'discountCode', 'refundedAmount', 'customerEmail'];
const at = (seconds: number): string => addSeconds(now(), seconds - 100).toISOString();

async function newShop() {
  // The orders of the files are judged by their time, so the creator is older.
  const { brand, token, creator, code } = await createdAt(at(-100), async () => {
    const { admin, brand: created } = await createBrand('scale');
    const invited = await inviteActive(admin);
    const discount = await createDiscount(admin, invited.id);
    return { brand: created, token: admin, creator: invited, code: discount.code };
  });
  const { id } = await createConnection(token);
  const record = async (...orders: readonly Parameters<typeof shopOrder>[0][]) => {
    for (const order of orders)
      await storeReadings(id, [orderReading(shopOrder({ discountCodes: [code], ...order }))]);
    await continueToCompletion();
  };
  const row = (orderId: string, changes: object = {}) => ({
    ...{ orderId, amount: '100', occurredAt: at(1), discountCode: code, ...changes },
  });
  const bodyOf = (...rows: readonly Record<string, string>[]) => ({
    format: 'general',
    csv: csvOf(columns, rows),
  });
  const orderOf = (orderId: string) => read(token, `/conversions/by-order-id/${orderId}`);
  return { token, brand, creator, code, id, record, row, bodyOf, orderOf };
}

test('workers that are killed before and after each of their calls find and apply each difference once', async () => {
  const { token, brand, id, record, row, bodyOf } = await newShop();
  await record({ orderId: 'o-1' }, { orderId: 'o-2' }, { orderId: 'o-3' });
  const rows = [row('o-1', { amount: '80', refundedAmount: '30' }), row('o-2'), row('o-4'), row('o-5')];
  const { json } = await postReconciliation(token, id, bodyOf(...rows));
  const work = () =>
    runWorker('shopMessages', { brandId: brand.id, id: json.data.id }).catch(() => undefined);
  const killEachCall = async () => {
    let deaths = 0;
    const isRunning = async () => (await findReconciliation(brand.id, json.data.id))?.status === 'running';
    for (let call = 1; await isRunning(); call += 1)
      for (const moment of ['before', 'after'] as const)
        deaths += (await runAndKill(work, { call, moment })).hasDied ? 1 : 0;
    return deaths;
  };
  expect(await killEachCall()).toBeGreaterThan(4);
  const path = `/connections/${id}/reconciliations/${json.data.id}`;
  const found = await read(token, path);
  expect(found.counts).toMatchObject({ equal: 1, missing: 2, different: 1, unknown: 0 });
  expect((await differencesOf(token, found)).length).toBe(3);
  expect((await postApply(token, found)).status).toBe(200);
  expect(await killEachCall()).toBeGreaterThan(8);
  expect((await read(token, path)).counts).toMatchObject({ applied: 3, failed: 0 });
  expect((await readPage(token, '/conversions')).total).toBe(5);
  expect(await read(token, '/conversions/by-order-id/o-1')).toMatchObject({ amount: 80, refundedAmount: 30 });
  await expectReconciled(brand.id);
});

test('an unknown order is canceled only if its difference is named', async () => {
  const { token, id, record, row, bodyOf, orderOf } = await newShop();
  const occurredAt = at(5);
  await record({ orderId: 'o-1', occurredAt }, { orderId: 'o-2', occurredAt });
  await record({ orderId: 'o-3', occurredAt: at(50) });
  const body = bodyOf(row('o-0', { discountCode: '' }), row('o-1'), row('o-9', { occurredAt: at(9) }));
  const found = await reconcile(token, id, body);
  const [unknown, ...others] = await differencesOf(token, found, { kind: 'unknown' });
  expect(others).toEqual([]);
  expect(unknown).toMatchObject({ orderId: 'o-2', proposal: 'cancel', state: 'open' });
  await applyDifferences(token, found);
  expect(await orderOf('o-2')).toMatchObject({ canceledAt: null });
  const applied = await applyDifferences(token, found, { differenceIds: [unknown.id, unknown.id] });
  expect(applied.counts).toMatchObject({ missing: 1, applied: 2, failed: 0, notAttributed: 1 });
  expect((await orderOf('o-2')).canceledAt).not.toBeNull();
});

test('an unknown order cannot be canceled if a row of the file cannot be read, because it can be the order of that row', async () => {
  const { token, id, record, row, bodyOf, orderOf } = await newShop();
  await record({ orderId: 'o-2', occurredAt: at(5) });
  const body = bodyOf(row('o-0'), row('o-2', { amount: '1,000.00' }), row('o-9', { occurredAt: at(9) }));
  const found = await reconcile(token, id, body);
  expect(found.counts).toMatchObject({ unknown: 1, unreadable: 1 });
  const [unknown] = await differencesOf(token, found, { kind: 'unknown' });
  expect(unknown).toMatchObject({
    ...{ orderId: 'o-2', proposal: 'none', state: 'open' },
    reason:
      'The file has rows that cannot be read, and one of them can be the order: correct the file and compare again',
  });
  await applyDifferences(token, found, { differenceIds: [unknown?.id] });
  expect(await orderOf('o-2')).toMatchObject({ canceledAt: null });
});

test('an order that has changed since the comparison is not overwritten, and one that is equal now is applied', async () => {
  const { token, id, record, row, bodyOf, orderOf } = await newShop();
  const orderId = 'o-1';
  await record({ orderId, changedAt: at(1) }, { orderId: 'o-2', changedAt: at(1) }, { orderId: 'o-3' });
  const found = await reconcile(
    token,
    id,
    bodyOf(
      row('o-1', { amount: '80' }),
      row('o-2', { amount: '80' }),
      row('o-3', { amount: '70' }),
      row('o-4'),
    ),
  );
  expect(found.counts).toMatchObject({ different: 3, missing: 1 });
  await record(
    { orderId, amount: 12_000, changedAt: at(2) },
    { orderId: 'o-2', amount: 8000, changedAt: at(2) },
  );
  await record({ orderId: 'o-4', amount: 9000 });
  await patch(token, `/conversions/${(await orderOf('o-3')).id}`, { amount: 60 });
  const applied = await applyDifferences(token, found);
  expect(applied.counts).toMatchObject({ applied: 1, failed: 3 });
  const states = (await differencesOf(token, found)).map(({ orderId: of, state, reason }) => [
    of,
    state,
    reason,
  ]);
  const changed = 'The order has changed since the comparison: compare it with a newer export';
  expect(states.toSorted()).toEqual([
    ['o-1', 'failed', changed],
    ['o-2', 'applied', null],
    ['o-3', 'failed', changed],
    ['o-4', 'failed', changed],
  ]);
  expect(await orderOf('o-1')).toMatchObject({ amount: 120 });
  expect(await orderOf('o-3')).toMatchObject({ amount: 60 });
});

test('a late message of a refund replaces the refund of the file, and later states win', async () => {
  const { token, brand, id, record, row, bodyOf, orderOf } = await newShop();
  await record({ orderId: 'o-1', changedAt: at(1) });
  await applyDifferences(token, await reconcile(token, id, bodyOf(row('o-1', { refundedAmount: '30' }))));
  expect(await orderOf('o-1')).toMatchObject({ refundedAmount: 30 });
  const refunds = [{ refundId: 'r-1', amount: 3000, occurredAt: at(3) }];
  await record({ orderId: 'o-1', changedAt: at(3), refunds });
  expect(await orderOf('o-1')).toMatchObject({ refundedAmount: 30 });
  await record({ orderId: 'o-1', changedAt: at(4), amount: 9000, refunds });
  expect(await orderOf('o-1')).toMatchObject({ amount: 90, refundedAmount: 30 });
  await expectReconciled(brand.id);
});

test('an order in another currency, and a surplus that no refund explains, are shown without a correction', async () => {
  const { token, id, record, row, bodyOf } = await newShop();
  const refunds = [10, 20].map((part) => ({ refundId: `r-${part}`, amount: part * 100, occurredAt: at(2) }));
  await record({ orderId: 'o-1' }, { orderId: 'o-2', refunds }, { orderId: 'o-3', refunds });
  const [header, ...lines] = bodyOf(
    row('o-1'),
    row('o-2', { refundedAmount: '25' }),
    row('o-3', { refundedAmount: '10' }),
  ).csv.split('\n');
  const csv = [`${header},currency`, `${lines[0]},"EUR"`, `${lines[1]},"USD"`, `${lines[2]},"USD"`].join(
    '\n',
  );
  const found = await reconcile(token, id, { format: 'general', csv });
  const shown = (await differencesOf(token, found)).map(({ orderId, proposal, changes }) => [
    ...[orderId, proposal, changes],
  ]);
  expect(shown.toSorted()).toEqual([
    ['o-1', 'none', [{ field: 'currency', recorded: 'USD', shop: 'EUR' }]],
    ['o-2', 'none', [{ field: 'refundedAmount', recorded: '30', shop: '25' }]],
    ['o-3', 'correct', [{ field: 'refund', recorded: '20', shop: null }]],
  ]);
  expect((await applyDifferences(token, found)).counts).toMatchObject({ applied: 1, failed: 0 });
});

test('an erasure deletes the file, so nothing can be applied any more', async () => {
  const { token, brand, creator, id, row, bodyOf } = await newShop();
  const customerEmail = 'ada@customers.test';
  const found = await reconcile(token, id, bodyOf(row('o-1', { customerEmail })));
  const named = { brandId: brand.id, id: found.id };
  expect(await findOrders(named)).toMatchObject([{ customerEmail }]);
  expect(JSON.stringify(await differencesOf(token, found))).not.toContain(customerEmail);
  await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token });
  await continueToCompletion();
  expect(await findOrders(named)).toBeUndefined();
  const { status, json } = await postApply(token, found);
  expect([status, json.code]).toEqual([409, 'status_conflict']);
});

test('a reconciliation belongs to its connection, and applies only its own differences', async () => {
  const { token, id, row, bodyOf } = await newShop();
  const found = await reconcile(token, id, bodyOf(row('o-1')));
  const other = await reconcile(token, id, bodyOf(row('o-2')));
  const [foreign] = await differencesOf(token, other);
  const refused = await postApply(token, found, { differenceIds: [foreign.id] });
  expect([refused.status, refused.json.details[0].path]).toEqual([400, 'differenceIds.0']);
  const { id: elsewhere } = await createConnection(token);
  const path = `/connections/${elsewhere}/reconciliations/${found.id}`;
  expect((await send('GET', path, { token })).json.code).toBe('reconciliation_not_found');
  const { json } = await postReconciliation(token, id, bodyOf(row('o-3')));
  expect((await postApply(token, json.data)).status).toBe(409);
});
