import { expect, test } from 'vitest';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';

/** Creates a brand with an unfinished payout that the stream consumer does not continue. */
async function brandWithUnfinishedPayout() {
  const acme = await brandWithCreators(2);
  await fillCommissions(acme, 41);
  useOneStepPerRequest();
  const payout = await createPayout(acme.admin);
  expect(payout.status).toBe('preparing');
  return { acme, payout };
}

test('`payout advance` completes a payout in each unfinished status and can be repeated', async () => {
  const { acme, payout } = await brandWithUnfinishedPayout();
  const { id } = acme.brand;
  const advance = ['payout', 'advance', '--brand', id, '--payout', payout.id];
  expect(await operatorJson(...advance)).toEqual([
    { id: payout.id, from: 'preparing', status: 'ready', failure: null },
  ]);
  expect(await readPayout(acme.admin, payout.id)).toMatchObject({ status: 'ready', commissionsCount: 41 });
  expect((await payPayout(acme.admin, payout.id)).status).toBe('paying');
  const result = await operator(['payout', 'advance', id, payout.id]);
  expect(result).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `ID${' '.repeat(payout.id.length)}FROM    TO    FAILURE\n${payout.id}  paying  paid\n`,
  });
  expect(new Set((await commissionsOf(id)).map(({ status }) => status))).toEqual(new Set(['paid']));
  expect(await operatorJson(...advance)).toEqual([
    { id: payout.id, from: 'paid', status: 'paid', failure: null },
  ]);
  await expectConsistentPayouts(acme);
});

test('`payout advance` without an id completes all other unfinished payouts when one payout fails', async () => {
  const { acme, payout: paying } = await brandWithUnfinishedPayout();
  const { brand, admin, creators } = acme;
  await operatorJson('payout', 'advance', brand.id);
  expect((await payPayout(admin, paying.id)).status).toBe('paying');
  await createApprovedCommission(acme, String(creators[0]), 500);
  const broken = await createPayout(admin, { affiliateIds: [creators[0]] });
  expect(broken.status).toBe('preparing');
  const { work } = await getPayout(brand.id, broken.id);
  const setWork = (value: unknown) =>
    transact([
      {
        kind: 'update',
        key: keys.item(brand.id, 'payout', broken.id),
        set: { work: value },
      },
    ]);
  await setWork(null);
  const result = await operator(['payout', 'advance', brand.id, '--json']);
  expect([result.exitCode, result.stderr]).toEqual([1, '']);
  expect(JSON.parse(result.stdout)).toEqual([
    { id: paying.id, from: 'paying', status: 'paid', failure: null },
    {
      id: broken.id,
      from: 'preparing',
      status: 'preparing',
      failure: expect.stringContaining('has no work left'),
    },
  ]);
  await setWork(work);
  await operatorJson('payout', 'advance', brand.id);
  expect((await readPayout(admin, broken.id)).status).toBe('ready');
  expect(await operator(['payout', 'advance', brand.id])).toMatchObject({
    exitCode: 0,
    stdout: 'No unfinished payouts\n',
  });
  await expectConsistentPayouts(acme);
});

test('`payout mark-paid` marks a ready payout as paid and can be repeated with the same reference', async () => {
  const { acme, payout } = await brandWithUnfinishedPayout();
  const { id } = acme.brand;
  const pay = ['payout', 'mark-paid', '--brand', id, '--payout', payout.id, '--reference'];
  expect(await operator([...pay, 'transfer-1'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'A payout that is preparing cannot become paid\n',
  });
  await operatorJson('payout', 'advance', id);
  const paid = await operatorJson(...pay, 'transfer-1');
  const { lines, excluded, ...stored } = await readPayout(acme.admin, payout.id);
  expect([lines.length, excluded]).toEqual([2, []]);
  expect(paid).toEqual(stored);
  expect(paid).toMatchObject({ status: 'paid', reference: 'transfer-1', commissionsCount: 41 });
  const again = await operator([...pay, 'transfer-1']);
  expect(again.stdout).toBe(`${payout.id} (${paid.amount} USD) is paid with reference transfer-1\n`);
  expect((await operator([...pay, 'transfer-2'])).stderr).toBe(
    'The payout is already paid with another reference: send the same `reference`\n',
  );
  await expectConsistentPayouts(acme);
});

test('`payout list` shows all payouts of a brand with their amounts, oldest first', async () => {
  const acme = await brandWithCreators(1);
  const { brand, admin } = acme;
  expect((await operator(['payout', 'list', brand.id])).stdout).toBe('No payouts\n');
  await createApprovedCommission(acme, String(acme.creators[0]), 1250);
  const first = await createPayout(admin);
  const paid = await payPayout(admin, first.id, 'transfer-1');
  await createApprovedCommission(acme, String(acme.creators[0]), 700);
  const second = await createPayout(admin);
  const listed = await operatorJson('payout', 'list', '--brand', brand.id);
  expect(listed).toEqual([paid, second]);
  const { stdout } = await operator(['payout', 'list', brand.id]);
  expect(stdout).toMatch(/^ID +STATUS +AMOUNT +CREATORS +COMMISSIONS +CREATED +PAID +REFERENCE\n/);
  expect(stdout).toMatch(new RegExp(`\n${first.id} +paid +12.5 USD +1 +1 +\\S+Z +\\S+Z +transfer-1\n`));
});

test('the `payout` commands report an unknown brand and an unknown payout', async () => {
  const { brand } = await brandWithCreators(1);
  const unknown = 'pay_01JD0000000000000000000000';
  for (const [args, message] of [
    [['payout', 'list', 'brd_01JD0000000000000000000000'], 'Brand not found\n'],
    [['payout', 'advance', brand.id, unknown], 'Payout not found\n'],
    [['payout', 'mark-paid', brand.id, unknown, 'transfer-1'], 'Payout not found\n'],
    [['payout', 'advance', brand.id, 'x'], '--payout: Must be the id of a payout (pay_…, see payout list)\n'],
  ] as const) {
    expect(await operator(args)).toEqual({ exitCode: 1, stdout: '', stderr: message });
  }
});
