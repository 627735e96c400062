// Tests what orders in other currencies, leads, imports, groups, disputes and bulk decisions cost, as stated in docs/performance.md.
import { expect, test } from 'vitest';
import { invite, patch } from '#test/support/creations.ts';
import { rateBody } from '#test/support/exchange-rates.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { recordOrder, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

type Cost = readonly [capacity: number, roundTrips: number];

/** Upper limits: capacity in read and write units together, and sequential calls. */
const limits: Readonly<Record<string, Cost>> = {
  'exchange rates of two days': [7, 2],
  'an order with a tracking code in another currency, with a stored rate': [31, 3],
  'a refund in another currency': [26, 4],
  'an imported order with a tracking code, which is settled elsewhere': [31, 3],
  'a test order with a tracking code': [20, 3],
  'new terms of a group': [11, 4],
  'an order with a tracking code by the terms of a group': [36, 4],
  'a lead with a tracking code, which binds a customer and earns by terms': [42, 4],
  'a dispute': [13, 2],
  'an accepted dispute': [18, 3],
  'a bulk decision, without its steps': [7, 2],
  'two orders that a person gives to a creator': [108, 5],
};

async function measureCosts(): Promise<Readonly<Record<string, Cost>>> {
  const costs: Record<string, Cost> = {};
  const { admin: token } = await createBrand('scale');
  const measure = async (name: string, method: string, path: string, body: object, status = 201) => {
    const [answer, { capacity, roundTrips }] = await trafficOf(() => send(method, path, { token, body }));
    expect(answer.status, answer.text).toBe(status);
    costs[name] = [capacity, roundTrips];
    return answer.json.data;
  };
  const order = (name: string, fields: object) =>
    measure(name, 'POST', '/conversions', { orderId: unusedOrder(), ...fields });
  const { id: affiliateId, trackingCode } = await invite(token);
  const other = await invite(token);
  const byCode = { amount: 49.9, trackingCode };

  await measure('exchange rates of two days', 'PUT', '/exchange-rates/EUR', rateBody(), 200);
  const { id } = await order('an order with a tracking code in another currency, with a stored rate', {
    ...byCode,
    currency: 'EUR',
  });
  const refund = { refundId: 'refund-1', amount: 10 };
  await measure('a refund in another currency', 'POST', `/conversions/${id}/refunds`, refund);
  const imported = { ...byCode, settledElsewhere: true };
  await order('an imported order with a tracking code, which is settled elsewhere', imported);
  await order('a test order with a tracking code', { ...byCode, isTest: true });
  const terms = { rate: { type: 'percentage', value: 12 }, lead: { type: 'fixed', value: 5 } };
  await measure('new terms of a group', 'PUT', '/affiliate-groups/vip/terms', { terms }, 200);
  await patch(token, `/affiliates/${affiliateId}`, { group: 'vip' });
  await order('an order with a tracking code by the terms of a group', byCode);
  const lead = { kind: 'lead', trackingCode, customerId: 'customer-1' };
  await order('a lead with a tracking code, which binds a customer and earns by terms', lead);
  const opened = { affiliateId, kind: 'missingOrder', orderId: 'order-1', message: 'It is missing' };
  const { id: disputeId } = await measure('a dispute', 'POST', '/disputes', opened);
  const reason = 'The code was not sent';
  await measure('an accepted dispute', 'POST', `/disputes/${disputeId}/accept`, { reason }, 200);
  const decision = { decision: 'approve', filter: { status: 'pending' } };
  await measure('a bulk decision, without its steps', 'POST', '/commissions/decisions', decision, 202);
  const ids = [(await recordOrder(token, byCode)).id, (await recordOrder(token, byCode)).id];
  const attribution = { ids, affiliateId: other.id, reason };
  const name = 'two orders that a person gives to a creator';
  await measure(name, 'POST', '/conversions/attribution', attribution, 200);
  return costs;
}

test('the cost of other currencies, leads, imports, groups, disputes and bulk decisions stays within the limits in docs/performance.md', async () => {
  fakeClock();
  const costs = await measureCosts();
  expect(Object.keys(costs)).toEqual(Object.keys(limits));
  for (const [name, [capacity, roundTrips]] of Object.entries(costs)) {
    const [mostCapacity = 0, mostRoundTrips = 0] = limits[name] ?? [];
    expect(capacity, name).toBeLessThanOrEqual(mostCapacity);
    expect(roundTrips, name).toBeLessThanOrEqual(mostRoundTrips);
  }
});
