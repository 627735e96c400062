// Tests imports of past orders, whose commissions an earlier program has paid.
import { expect, test } from 'vitest';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { createApiKey, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createImport, rowsOf, runImport, startImport } from '#test/support/imports.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const type = { type: 'orders' };

async function setUp() {
  const { admin: token, brand } = await createBrand('scale');
  const ada = await invite(token, { email: 'ada@example.com' });
  return { token, brand, ada };
}

test('past orders are recorded once with the commission that was paid, and nothing is payable', async () => {
  const { token, brand, ada } = await setUp();
  const lines = [
    'Order;Affiliate Email;Code;Amount;Currency;Commission;Date;Status',
    `o-1;ADA@example.com;;1.234,50;${brand.currency};120,00;2025-03-01;paid`,
    `o-2;;${ada.trackingCode};20;;;2025-03-02 10:30;approved`,
    'o-3;ada@example.com;;30;;3;03.03.2025;refunded',
  ];
  const { id, columns } = await createImport(token, lines, type);
  expect(columns.map(({ field }: { field: string }) => field)).toEqual([
    'orderId',
    'email',
    'trackingCode',
    'amount',
    'currency',
    'commissionAmount',
    'occurredAt',
    'status',
  ]);
  const preview = await read(token, `/imports/${id}/rows?counts=true`);
  expect(preview.counts).toEqual({ created: 2, updated: 0, unchanged: 0, skipped: 1, failed: 0 });
  expect((await readPage(token, '/conversions')).items).toEqual([]);
  const done = await runImport(token, id);
  expect(done).toMatchObject({ status: 'completed', progress: { created: 2, skipped: 1, failed: 0 } });
  const orders = (await readPage(token, '/conversions')).items;
  expect(
    orders
      .map(({ orderId, amount, affiliateId, settledElsewhere, occurredAt }) => [
        orderId,
        amount,
        affiliateId,
        settledElsewhere,
        occurredAt,
      ])
      .toSorted(),
  ).toEqual([
    ['o-1', 1234.5, ada.id, true, '2025-03-01T12:00:00.000Z'],
    ['o-2', 20, ada.id, true, '2025-03-02T10:30:00.000Z'],
  ]);
  const commissions = (await readPage(token, '/commissions')).items;
  expect(commissions.map(({ status, settledElsewhere }) => [status, settledElsewhere])).toEqual([
    ['paid', true],
    ['paid', true],
  ]);
  expect(commissions.find(({ orderId }) => orderId === 'o-1')).toMatchObject({ amount: 120 });
  const again = await createImport(token, lines, type);
  expect((await runImport(token, again.id)).progress).toMatchObject({ created: 0, unchanged: 2, skipped: 1 });
  await expectReconciled(brand.id);
});

test('an imported order from before the present owner of its code belongs to the creator who had the code', async () => {
  const clock = fakeClock('2026-03-01T11:50:00.000Z');
  const { token, brand, ada } = await setUp();
  clock.advance(600);
  await patch(token, `/affiliates/${ada.id}`, { status: 'banned' });
  clock.advance(90 * secondsPerDay);
  const { token: later } = await newToken(brand.id, 'admin');
  const bob = await invite(later, { trackingCode: ada.trackingCode });
  const lines = [
    'order,code,amount,date',
    `early,${ada.trackingCode},20,2026-03-01T11:55:00Z`,
    `late,${ada.trackingCode},20,2026-05-30T12:00:00Z`,
  ];
  await runImport(later, (await createImport(later, lines, type)).id);
  const { items } = await readPage(later, '/conversions');
  expect(new Map(items.map(({ orderId, affiliateId }) => [orderId, affiliateId]))).toEqual(
    new Map([
      ['late', bob.id],
      ['early', ada.id],
    ]),
  );
});

test('a refund of an imported order takes back the share of the commission that was paid', async () => {
  const { token, brand } = await setUp();
  const lines = ['order,email,amount,commission,date', 'o-1,ada@example.com,100,50,2025-03-01'];
  await runImport(token, (await createImport(token, lines, type)).id);
  const [order] = (await readPage(token, '/conversions')).items;
  const refund = { token, body: { refundId: 'r-1', amount: 50 } };
  expect((await send('POST', `/conversions/${order?.id}/refunds`, refund)).status).toBe(201);
  const { items } = await readPage(token, '/commissions');
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([
    [-25, 'paid'],
    [50, 'paid'],
  ]);
  await expectReconciled(brand.id);
});

test('each problem of an order is reported with its field', async () => {
  const { token } = await setUp();
  const { id: paused } = await invite(token, { email: 'paused@example.com' });
  await patch(token, `/affiliates/${paused}`, { status: 'active' });
  await patch(token, `/affiliates/${paused}`, { status: 'paused' });
  const recorded = ['order,email,amount,date', 'taken,ada@example.com,10,2025-03-01'];
  await runImport(token, (await createImport(token, recorded, type)).id);
  const { id } = await createImport(
    token,
    [
      'order,email,code,amount,commission,date,status',
      ',ada@example.com,,10,,2025-03-01,',
      'p-2,nobody@example.com,,10,,2025-03-01,',
      'p-3,,unknown-code,10,,2025-03-01,',
      'p-4,,,10,,2025-03-01,',
      'p-5,ada@example.com,,"1,234",,2025-03-01,',
      'p-6,ada@example.com,,10,-1,2025-03-01,',
      'p-7,ada@example.com,,10,,03/04/2025,',
      'p-8,ada@example.com,,10,,2025-03-01,odd',
      'taken,ada@example.com,,11,,2025-03-01,',
      'p-9,ada@example.com,,10,,2025-03-01,',
      'p-9,ada@example.com,,10,,2025-03-01,',
    ],
    type,
  );
  const rows = await rowsOf(token, id, '?problem=true');
  expect(rows.map(({ number, problems }) => [number, problems[0].field])).toEqual([
    [2, 'orderId'],
    [3, 'email'],
    [4, 'trackingCode'],
    [5, 'trackingCode'],
    [6, 'amount'],
    [7, 'commissionAmount'],
    [8, 'occurredAt'],
    [9, 'status'],
    [10, 'orderId'],
    [12, 'orderId'],
  ]);
  expect((await runImport(token, id)).progress).toMatchObject({ created: 1, failed: 10 });
});

test('workers that are killed at each of their calls record each order once, also of one customer', async () => {
  const { token, brand, ada } = await setUp();
  const lines = Array.from(
    { length: 4 },
    (_, index) => `k-${index},${ada.trackingCode},10,2025-03-0${index + 1},c-1`,
  );
  const { id } = await createImport(token, ['order,code,amount,date,customer', ...lines], type);
  await startImport(token, id);
  const work = () => runWorker('exports', { brandId: brand.id, id }).catch(() => undefined);
  for (let call = 1; (await read(token, `/imports/${id}`)).status === 'running'; call += 1)
    for (const moment of ['before', 'after'] as const) await runAndKill(work, { call, moment });
  expect((await read(token, `/imports/${id}`)).progress).toMatchObject({ done: 4, created: 4 });
  expect((await readPage(token, '/conversions')).total).toBe(4);
  await expectReconciled(brand.id);
});

test('a file of orders needs its columns, and an API key needs the scopes of what it records', async () => {
  const { token } = await setUp();
  const { id } = await createImport(token, ['order,email,amount', 'o-1,ada@example.com,10'], type);
  const start = (by: string, started: string) =>
    send('POST', `/imports/${started}/start`, { token: by, body: { onExisting: 'skip' } });
  expect((await start(token, id)).json.message).toContain('`occurredAt`');
  const scopes = ['creators:write', 'conversions:write'];
  const { key } = await createApiKey(token, { scopes });
  const orders = await createImport(
    key,
    ['order,email,amount,date', 'o-1,ada@example.com,10,2025-01-01'],
    type,
  );
  expect((await start(key, orders.id)).json).toMatchObject({ code: 'scope_missing' });
  const balances = await createImport(key, ['email,balance', 'ada@example.com,10']);
  expect((await start(key, balances.id)).json).toMatchObject({ code: 'scope_missing' });
});
