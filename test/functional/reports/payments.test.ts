// Tests the report of payments: who was paid how much in a year.
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { payoutWithDetails } from '#test/support/payment-files.ts';
import {
  createApprovedCommission,
  createPayout,
  markLine,
  payPayout,
  reopenPayout,
} from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';

test('GET /v1/reports/payments sums up the paid lines of a year with complete tax data', async () => {
  const clock = fakeClock('2026-12-30T12:00:00.000Z');
  const { acme, payout, ids } = await payoutWithDetails();
  const report = (query: string) => dataOf(send('GET', `/reports/payments${query}`, { token: acme.admin }));
  await markLine(acme.admin, payout.id, ids.sepa, 'paid');
  await markLine(acme.admin, payout.id, ids.none, 'failed');
  clock.set('2027-01-02T12:00:00.000Z');
  await payPayout(acme.admin, payout.id);
  await createApprovedCommission(acme, ids.wise, 700);
  const second = await createPayout(acme.admin, { affiliateIds: [ids.wise] });
  await payPayout(acme.admin, second.id);
  const first = await report('?year=2026');
  expect(first).toMatchObject({ from: '2026-01-01', to: '2026-12-31', currency: 'EUR' });
  expect(first.totals).toEqual({ amount: 10.01, paymentsCount: 1 });
  expect(first.rows).toMatchObject([
    { affiliateId: ids.sepa, country: 'DE', taxId: '86095742719', amount: 10.01 },
  ]);
  const next = await report('');
  expect(next.rows).toMatchObject([
    { affiliateId: ids.wise, amount: 19.01, paymentsCount: 2, country: null, taxId: null },
    { affiliateId: ids.other, amount: 13.01, paymentsCount: 1 },
    { affiliateId: ids.paypal, amount: 11.01, paymentsCount: 1 },
  ]);
  expect(await report('?from=2026-12-01&to=2027-01-31')).toMatchObject({
    totals: { amount: 53.04, paymentsCount: 5 },
  });
  const headers = { accept: 'text/csv' };
  const { text } = await send('GET', '/reports/payments?year=2027', { token: acme.admin, headers });
  expect(text.split('\r\n').at(-2)).toBe('total,,,,,43.03,4,EUR');
  await reopenPayout(acme.admin, second.id);
  expect((await report('?year=2027')).totals).toEqual({ amount: 36.03, paymentsCount: 3 });
});

test('a report of payments refuses a year together with days, and one day alone', async () => {
  const { acme } = await payoutWithDetails();
  for (const [query, path] of [
    ['year=2026&from=2026-01-01&to=2026-02-01', 'year'],
    ['from=2026-01-01', 'from'],
    ['from=2026-01-01&to=2027-01-31', 'to'],
  ] as const) {
    const answer = await send('GET', `/reports/payments?${query}`, { token: acme.admin });
    expect([answer.status, answer.json.details[0].path]).toEqual([400, path]);
  }
});
