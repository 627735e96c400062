// Tests the cost of an order and its follow-up requests, as stated in docs/performance.md.
import { beforeAll, describe, expect, test } from 'vitest';
import { runInBatches } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { recordOrder, sendOrder, sendOrders, sendRefund, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

const earlierOrders = sized(100, 300);

/** Upper limits: capacity in read and write units together, and sequential calls. */
const budgets = {
  'an order with a campaign discount code, a click and a tracking code': { capacity: 51, roundTrips: 3 },
  'an order with a tracking code': { capacity: 30, roundTrips: 3 },
  'an order with a tracking code, which binds a customer': { capacity: 36, roundTrips: 3 },
  'an order of a bound customer without a reference': { capacity: 30, roundTrips: 4 },
  'an order without a reference': { capacity: 14, roundTrips: 2 },
  'a repeated order': { capacity: 9, roundTrips: 2 },
  'a dry run': { capacity: 14, roundTrips: 2 },
  'an approval': { capacity: 22, roundTrips: 3 },
  'a partial refund': { capacity: 37, roundTrips: 4 },
  'a rejection': { capacity: 25, roundTrips: 4 },
} as const;

/** The limits of requests that correct an order or a commission. */
const correctionBudgets: Readonly<Record<string, Cost>> = {
  'another amount of an order': { capacity: 39, roundTrips: 3 },
  'another discount code of an order': { capacity: 84, roundTrips: 4 },
  'an order that a person gives to a creator': { capacity: 66, roundTrips: 4 },
  'a cancellation': { capacity: 35, roundTrips: 3 },
  'a reversed refund': { capacity: 37, roundTrips: 4 },
  'a refund before its order': { capacity: 8, roundTrips: 2 },
  'an order with a tracking code and a refund that waits for it': { capacity: 39, roundTrips: 3 },
  'a bonus': { capacity: 20, roundTrips: 2 },
  'a reopened commission': { capacity: 24, roundTrips: 3 },
  'a restored commission': { capacity: 30, roundTrips: 3 },
  'a customer who moves': { capacity: 13, roundTrips: 4 },
  'new terms of a creator': { capacity: 12, roundTrips: 4 },
  'an order with a tracking code by the terms of the creator': { capacity: 36, roundTrips: 4 },
};

const hasBudget = (name: string): name is keyof typeof budgets => name in budgets;

async function createProgram() {
  const { admin } = await createBrand('scale');
  await patch(admin, '/brand', { customerAttribution: { type: 'lifetime' } });
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
  const { code: discountCode } = await createDiscount(admin, affiliateId, { campaignId });
  const clickAnswer = await send('POST', `/tracking/ref/${trackingCode}`, {
    token: admin,
    body: { campaignId, visitorId: 'v' },
  });
  const references = { discountCode, clickId: clickAnswer.json.data.clickId, trackingCode };
  const customer = { customerId: 'customer-1', customerEmail: 'someone@customers.test' };
  return { admin, trackingCode, allFields: { ...references, ...customer } };
}

type Program = Awaited<ReturnType<typeof createProgram>>;

const costOf = async (request: () => Promise<{ status: number; text: string }>, status: number) => {
  const [answer, { capacity, roundTrips }] = await trafficOf(request);
  expect(answer.status, answer.text).toBe(status);
  return { capacity, roundTrips };
};

async function measureCosts({ admin, trackingCode, allFields }: Program) {
  const orderId = unusedOrder();
  const first = await recordOrder(admin, allFields);
  return {
    'an order with a campaign discount code, a click and a tracking code': await costOf(
      () => sendOrder(admin, { orderId, ...allFields }),
      201,
    ),
    'a repeated order': await costOf(() => sendOrder(admin, { orderId, ...allFields }), 200),
    'a dry run': await costOf(() => sendOrder(admin, allFields, '?dryRun=true'), 200),
    'an order with a tracking code': await costOf(() => sendOrder(admin, { trackingCode }), 201),
    'an order with a tracking code, which binds a customer': await costOf(
      () => sendOrder(admin, { trackingCode, customerId: orderId }),
      201,
    ),
    'an order of a bound customer without a reference': await costOf(
      () => sendOrder(admin, { customerId: orderId }),
      201,
    ),
    'an order without a reference': await costOf(() => sendOrder(admin), 201),
    'an approval': await costOf(
      () => send('PATCH', `/commissions/${first.commissionId}/approve`, { token: admin }),
      200,
    ),
    'a partial refund': await costOf(
      () => sendRefund(admin, first.id, { refundId: 'refund-1', amount: 10 }),
      201,
    ),
    'a rejection': await costOf(
      () =>
        send('PATCH', `/commissions/${first.commissionId}/reject`, {
          token: admin,
          body: { reason: 'Fraud' },
        }),
      200,
    ),
  };
}

type Cost = Readonly<Record<'capacity' | 'roundTrips', number>>;

async function measureCorrections({ admin, trackingCode, allFields }: Program) {
  const costs: Record<string, Cost> = {};
  const measure = async (name: string, method: string, path: string, body: object, status = 200) => {
    costs[name] = await costOf(() => send(method, path, { token: admin, body }), status);
  };
  const other = await invite(admin);
  const { code } = await createDiscount(admin, other.id);
  const { id, commissionId } = await recordOrder(admin, { ...allFields, amount: 100 });
  const order = `/conversions/${id}`;
  await measure('another amount of an order', 'PATCH', order, { amount: 90 });
  await sendRefund(admin, id, { refundId: 'refund-1', amount: 10 });
  await measure('a reversed refund', 'POST', `${order}/refunds/refund-1/reverse`, {});
  await patch(admin, `/commissions/${commissionId}/approve`, {});
  await measure('a reopened commission', 'POST', `/commissions/${commissionId}/reopen`, {});
  await patch(admin, `/commissions/${commissionId}/reject`, { reason: 'Fraud' });
  await measure('a restored commission', 'POST', `/commissions/${commissionId}/restore`, {});
  await measure('another discount code of an order', 'PATCH', order, { discountCode: code });
  const { id: affiliateId } = await invite(admin);
  const decision = { affiliateId, reason: 'Asked for it' };
  await measure('an order that a person gives to a creator', 'POST', `${order}/attribution`, decision);
  await measure('a cancellation', 'POST', `${order}/cancel`, { reason: 'Ordered twice' });
  const orderId = unusedOrder();
  const early = { orderId, refundId: 'refund-1', amount: 1 };
  await measure('a refund before its order', 'POST', '/refunds', early, 201);
  const late = { orderId, amount: 49.9, trackingCode };
  const waiting = 'an order with a tracking code and a refund that waits for it';
  await measure(waiting, 'POST', '/conversions', late, 201);
  const bonus = { affiliateId: other.id, kind: 'bonus', amount: 5, reason: 'Thanks' };
  await measure('a bonus', 'POST', '/commissions', bonus, 201);
  const move = { affiliateId: other.id, reason: 'Asked for it' };
  await measure('a customer who moves', 'PATCH', '/customers/customer-1', move);
  const terms = { terms: { rate: { type: 'percentage', value: 12 } } };
  await measure('new terms of a creator', 'PUT', `/affiliates/${other.id}/terms`, terms);
  const byTerms = { orderId: unusedOrder(), amount: 49.9, trackingCode: other.trackingCode };
  const name = 'an order with a tracking code by the terms of the creator';
  await measure(name, 'POST', '/conversions', byTerms, 201);
  return costs;
}

let program: Program;
beforeAll(async () => {
  program = await createProgram();
});

describe('the cost of an order', () => {
  test(`stays within the limits in docs/performance.md and is the same after ${earlierOrders} more orders`, async () => {
    fakeClock();
    const before = await measureCosts(program);
    expect(Object.keys(before).toSorted()).toEqual(Object.keys(budgets).toSorted());
    for (const [name, { capacity, roundTrips }] of Object.entries(before)) {
      const budget = hasBudget(name) ? budgets[name] : { capacity: 0, roundTrips: 0 };
      expect(capacity, name).toBeLessThanOrEqual(budget.capacity);
      expect(roundTrips, name).toBeLessThanOrEqual(budget.roundTrips);
    }
    const orders = () =>
      Array.from({ length: 100 }, () => ({ orderId: unusedOrder(), amount: 1, ...program.allFields }));
    for (let sent = 0; sent < earlierOrders; sent += 100) {
      expect((await sendOrders(program.admin, orders())).json.meta.created).toBe(100);
    }
    await runInBatches(10, () => recordOrder(program.admin));
    expect(await measureCosts(program)).toEqual(before);
  });
});

test('the cost of a correction stays within the limits in docs/performance.md', async () => {
  fakeClock();
  const costs = await measureCorrections(program);
  expect(Object.keys(costs).toSorted()).toEqual(Object.keys(correctionBudgets).toSorted());
  for (const [name, { capacity, roundTrips }] of Object.entries(costs)) {
    expect(capacity, name).toBeLessThanOrEqual(correctionBudgets[name]?.capacity ?? 0);
    expect(roundTrips, name).toBeLessThanOrEqual(correctionBudgets[name]?.roundTrips ?? 0);
  }
});
