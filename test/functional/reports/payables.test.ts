// Tests the report of payables: ages, payouts, excluded creators, and CSV.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { createCommission } from '#test/support/commissions.ts';
import { patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { brandWithCreators, postPayout } from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';
import { aggregate, continuePendingPayouts, newChanges } from '#test/support/stream.ts';

async function aggregateAll(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}

const daysAgo = (days: number): string => addSeconds(now(), -days * secondsPerDay).toISOString();

test('GET /v1/reports/payables returns what each creator is owed, by age, and says whom a payout excludes', async () => {
  fakeClock('2026-03-10T12:00:00Z', 1);
  const { admin: token, brand, creators } = await brandWithCreators(2);
  const [ada = '', ben = ''] = creators;
  const { name, email } = await read(token, `/affiliates/${ada}`);
  const create = (affiliateId: string, amount: number, days?: number) =>
    createCommission({
      ...{ brandId: brand.id, affiliateId, amount },
      ...(days === undefined ? {} : { status: 'approved', approvedAt: daysAgo(days) }),
    });
  for (const [amount, days] of [
    [100, 1],
    [200, 31],
    [300, 61],
    [400, 91],
    [-50, 2],
  ] as const) {
    await create(ada, amount, days);
  }
  await create(ada, 700);
  await create(ben, 500, 10);
  await patch(token, `/affiliates/${ben}`, { status: 'banned' });
  await aggregateAll();

  const report = await read(token, '/reports/payables');
  const ages = { days0To30: 0.5, days31To60: 2, days61To90: 3, over90Days: 4 };
  expect(report.rows).toEqual([
    expect.objectContaining({
      ...{ affiliateId: ada, name, email, excluded: null },
      pending: 7,
      ...ages,
      inPayout: 0,
      due: 9.5,
    }),
    expect.objectContaining({ affiliateId: ben, excluded: 'banned', status: 'banned', days0To30: 5, due: 5 }),
  ]);
  expect(report).toMatchObject({ rowsCount: 2, totals: { pending: 7, days0To30: 5.5, due: 14.5 } });

  const limited = await read(token, '/reports/payables?limit=1');
  expect(limited.rows.map((row: Json) => row.affiliateId)).toEqual([ada]);
  expect([limited.rowsCount, limited.totals]).toEqual([2, report.totals]);
  const { text } = await send('GET', '/reports/payables?limit=1', { token, headers: { accept: 'text/csv' } });
  const lines = text.trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['affiliateId', ada, 'total']);
  expect(lines[1]).toMatch(new RegExp(`^${ada},${name},${email},active,,7,`));
  expect(lines[2]).toBe('total,,,,,7,5.5,2,3,4,0,14.5');
  const forExcel = await send('GET', '/reports/payables?excel=true', {
    token,
    headers: { accept: 'text/csv' },
  });
  expect(forExcel.text).toMatch(/^\uFEFFaffiliateId;.*\r\ntotal;;;;;7;5,5;2;3;4;0;14,5\r\n$/s);

  const { json } = await postPayout(token, {});
  await continuePendingPayouts();
  await aggregateAll();
  const claimed = await read(token, '/reports/payables');
  expect(claimed.rows[0]).toMatchObject({ affiliateId: ada, over90Days: 0, inPayout: 9.5, due: 9.5 });
  await patch(token, `/payouts/${json.data.id}`, { status: 'paid', reference: 'x' });
  await continuePendingPayouts();
  await aggregateAll();
  const paid = await read(token, '/reports/payables');
  expect(paid).toMatchObject({ totals: { pending: 7, days0To30: 5, inPayout: 0, due: 5 } });
});
