// Tests the period of a payout: when the first and the last commission that it pays were created.
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import {
  brandWithCreators,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { newToken, send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';

test('a payout has the period of the commissions that it pays, without those of creators below the minimum', async () => {
  const clock = fakeClock('2026-03-01T08:00:00.000Z', 1);
  const acme = await brandWithCreators(3);
  const [ada = '', ben = '', eve = ''] = acme.creators;
  const earn = async (affiliateId: string, amount: number, at: string) => {
    clock.set(at);
    return (await createApprovedCommission(acme, affiliateId, amount)).createdAt;
  };
  await earn(eve, 100, '2026-03-02T10:00:00.000Z');
  const first = await earn(ada, 3000, '2026-03-03T10:00:00.000Z');
  clock.set('2026-03-10T10:00:00.000Z');
  // More than one step of a payout can claim.
  await fillCommissions({ ...acme, creators: [ada, ben] }, 40);
  const last = await earn(ben, 3000, '2026-03-28T22:30:00.000Z');
  await earn(eve, 100, '2026-03-29T10:00:00.000Z');

  clock.set('2026-04-01T08:00:00.000Z');
  const { token } = await newToken(acme.brand.id, 'admin');
  const period = { periodStart: first, periodEnd: last };
  const body = { minimum: 25 };
  expect(await dataOf(postPayout(token, body, '?dryRun=true'))).toMatchObject(period);
  const { id } = await createPayout(token, body);
  await continuePendingPayouts();
  const payout = await readPayout(token, id);
  expect(payout).toMatchObject({ status: 'ready', affiliatesCount: 2, commissionsCount: 42, ...period });
  const { text } = await send('GET', `/payouts/${id}.csv`, { token });
  const [header, ...rows] = text.trimEnd().split('\r\n');
  expect(header).toBe('affiliateId,email,name,amount,currency,commissionsCount,periodStart,periodEnd,status');
  expect(rows.map((row) => row.split(',').slice(-3, -1))).toEqual([
    [first, last],
    [first, last],
  ]);
});

test('a payout that pays nothing has no period', async () => {
  const acme = await brandWithCreators(1);
  await createApprovedCommission(acme, acme.creators[0] ?? '', 100);
  const preview = await dataOf(postPayout(acme.admin, { minimum: 5 }, '?dryRun=true'));
  expect(preview).toMatchObject({ emptyReason: 'belowMinimum', periodStart: null, periodEnd: null });
});
