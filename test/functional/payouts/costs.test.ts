// What a payout consumes for each commission, and that it does not grow with what the brand has paid before.
import { expect, test } from 'vitest';
import {
  brandWithCreators,
  createPayout,
  fillCommissions,
  patchPayout,
  payPayout,
  postPayout,
} from '#test/support/payouts.ts';
import { trafficOf } from '#test/support/traffic.ts';

test('two steps of 40 commissions, put together and paid: the same after other payouts', async () => {
  const acme = await brandWithCreators(4);
  const capacities: number[][] = [];
  for (let payout = 0; payout < 3; payout += 1) {
    await fillCommissions(acme, 80);
    const [created, claiming] = await trafficOf(() => postPayout(acme.admin));
    expect(created.json.data).toMatchObject({ status: 'ready', commissionsCount: 80 });
    const body = { status: 'paid', reference: 'transfer-1' };
    const [paid, paying] = await trafficOf(() => patchPayout(acme.admin, created.json.data.id, body));
    expect(paid.json.data.status).toBe('paid');
    capacities.push([claiming.capacity / 80, paying.capacity / 80]);
  }
  const [first, ...others] = capacities;
  const [claimed = 0, paid = 0] = first ?? [];
  expect(others).toEqual([first, first]);
  expect(claimed).toBeLessThanOrEqual(8);
  expect(paid).toBeLessThanOrEqual(11);
});

test('a payout of nothing asks for next to nothing', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 40);
  await payPayout(acme.admin, (await createPayout(acme.admin)).id);
  const [answer, { capacity, roundTrips }] = await trafficOf(() => postPayout(acme.admin));
  expect(answer.json.data).toMatchObject({ status: 'ready', commissionsCount: 0 });
  expect(roundTrips).toBeLessThanOrEqual(5);
  expect(capacity).toBeLessThan(40);
});
