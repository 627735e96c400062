// Tests the cost of a payout per commission, which must not grow with earlier payouts.
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

test('a payout of 80 commissions costs the same after earlier payouts', async () => {
  const acme = await brandWithCreators(4);
  await fillCommissions(acme, 1);
  await payPayout(acme.admin, (await createPayout(acme.admin)).id);
  const capacities: number[][] = [];
  for (let payout = 0; payout < 3; payout += 1) {
    await fillCommissions(acme, 80);
    const [created, createCost] = await trafficOf(() => postPayout(acme.admin));
    expect(created.json.data).toMatchObject({ status: 'ready', commissionsCount: 80 });
    const body = { status: 'paid', reference: 'transfer-1' };
    const [paid, payCost] = await trafficOf(() => patchPayout(acme.admin, created.json.data.id, body));
    expect(paid.json.data.status).toBe('paid');
    capacities.push([createCost.capacity / 80, payCost.capacity / 80]);
  }
  const [first, ...others] = capacities;
  const [createCapacity = 0, payCapacity = 0] = first ?? [];
  expect(others).toEqual([first, first]);
  expect(createCapacity).toBeLessThanOrEqual(9.3);
  expect(payCapacity).toBeLessThanOrEqual(11.8);
});

test('a request without a payable creator costs at most 4 round trips and fewer than 10 capacity units', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 40);
  await payPayout(acme.admin, (await createPayout(acme.admin)).id);
  const [answer, { capacity, roundTrips }] = await trafficOf(() => postPayout(acme.admin));
  expect(answer.json.data).toBe(null);
  // The search begins after the check that no other payout claims commissions.
  expect(roundTrips).toBeLessThanOrEqual(4);
  expect(capacity).toBeLessThan(10);
});
