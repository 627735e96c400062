// Tests how the results of payments mark the lines of a payout.
import { expect, test } from 'vitest';
import { endToEndId } from '#lib/money/payouts/rules/payment-ids.ts';
import type { Json } from '#test/support/json.ts';
import { payoutWithDetails, postResults } from '#test/support/payment-files.ts';
import { expectBooks } from '#test/support/payout-books.ts';
import { cancelPayout, readPayout } from '#test/support/payouts.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { send } from '#test/support/service.ts';
import { fakeTimer } from '#test/support/timers.ts';

const statusesOf = async (token: string, id: string) => {
  const { lines } = await readPayout(token, id);
  return Object.fromEntries(lines.map(({ affiliateId, status }: Json) => [affiliateId, status]));
};

test('each row is judged on its own, and a repeated file changes nothing', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  const foreign = endToEndId('pay_01ARZ3NDEKTSV4RRFFQ69G5FAV', ids.sepa);
  const csv = [
    '\uFEFFEnd-to-End Id;Status;Reason',
    `${endToEndId(payout.id, ids.sepa)};ACSC;`,
    `${ids.paypal};Returned;"Account closed; ask"`,
    `${ids.wise};pending;`,
    `${foreign};paid;`,
    `${ids.sepa};failed;`,
    'aff_unknown;paid;',
  ].join('\r\n');
  const result = await postResults(acme, payout.id, csv, 'sepa');
  expect(result).toEqual({
    payoutId: payout.id,
    ...{ rowsCount: 6, paidCount: 1, failedCount: 1, unchangedCount: 0, remainingCount: 0, problemsCount: 4 },
    problems: [
      { row: 3, id: ids.wise, problem: 'unknownStatus' },
      { row: 4, id: foreign, problem: 'unknownCreator' },
      { row: 5, id: ids.sepa, problem: 'contradiction' },
      { row: 6, id: 'aff_unknown', problem: 'unknownCreator' },
    ],
  });
  const { lines } = await readPayout(acme.admin, payout.id);
  expect(lines.find(({ affiliateId }: Json) => affiliateId === ids.paypal).failureReason).toBe(
    'Account closed; ask',
  );
  const statuses = await statusesOf(acme.admin, payout.id);
  expect(statuses).toMatchObject({ [ids.sepa]: 'paid', [ids.paypal]: 'failed', [ids.wise]: 'open' });
  await expectBooks(acme);
  expect(await postResults(acme, payout.id, csv, 'sepa')).toMatchObject({
    ...{ paidCount: 0, failedCount: 0, unchangedCount: 2 },
  });
  expect(await statusesOf(acme.admin, payout.id)).toEqual(statuses);
});

test('results for all open lines mark the payout as paid, and the books agree', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  const rows = acme.creators.map((id) => `${id},${id === ids.wise ? 'Failed' : 'Success'}`);
  const csv = ['Unique ID,Transaction status', ...rows].join('\n');
  expect(await postResults(acme, payout.id, csv, 'paypal')).toMatchObject({ paidCount: 4, failedCount: 1 });
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({
    ...{ status: 'paid', reference: 'paypal', failedCount: 1, paidCount: 0, affiliatesCount: 4 },
  });
  await expectBooks(acme);
  expect(await postResults(acme, payout.id, csv, 'paypal')).toMatchObject({ unchangedCount: 5 });
});

test('a request without time marks nothing twice, and the next one continues', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  const csv = `affiliateId,status\n${ids.sepa},failed\n${ids.paypal},failed\n${ids.wise},failed\n`;
  const counts: number[] = [];
  fakeTimer(1500);
  for (let remaining = 1; remaining > 0; counts.push(remaining))
    remaining = (await postResults(acme, payout.id, csv)).remainingCount;
  expect(counts.length).toBeGreaterThan(1);
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ failedCount: 3, affiliatesCount: 2 });
});

test('a file without the columns, and results of a canceled payout, are refused', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  const send2 = (csv: string) =>
    send('POST', `/payouts/${payout.id}/results`, { token: acme.admin, body: { format: 'wise', csv } });
  expectError(await send2('name,amount\nAda,1\n'), invalidFields('csv'));
  await cancelPayout(acme.admin, payout.id);
  const refused = await send2(`affiliateId,status\n${ids.sepa},paid\n`);
  expect([refused.status, refused.json.code]).toEqual([409, 'status_conflict']);
});
