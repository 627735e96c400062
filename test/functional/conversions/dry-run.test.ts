import { describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, recordOrder, sendOrder, sendOrders } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand } from '#test/support/service.ts';

const dryRunQuery = '?dryRun=true';

async function createBrandAndOrders() {
  const { admin, brand } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    commission: { type: 'percentage', value: 33.33 },
  });
  const { id, trackingCode, email } = await invite(admin);
  const { code } = await createDiscount(admin, id, { campaignId });
  const bodies = [
    {
      orderId: 'o-1',
      amount: 79.99,
      discountCode: code,
      trackingCode,
      occurredAt: '2026-02-01T00:00:00.000Z',
    },
    { orderId: 'o-2', amount: 79.99, trackingCode, customerEmail: email },
    { orderId: 'o-3', amount: 79.99, trackingCode: 'nobody-has-this' },
    { orderId: 'o-4', amount: 79.99 },
  ];
  return { admin, brand, bodies };
}

const expectedPreview = async (admin: string, { id: _, commissionId, ...conversion }: Json) => {
  if (commissionId === null) return { ...conversion, dryRun: true, commission: null };
  const { affiliateId, amount, currency, rate, explanation, hold, eligibleAt } = await commissionOf(admin, {
    commissionId,
  });
  const commission = { affiliateId, amount, currency, rate, explanation, hold, eligibleAt };
  return { ...conversion, dryRun: true, commission };
};

describe('POST /v1/conversions with dryRun', () => {
  test('previews the order that the real request then records, and writes nothing', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin, bodies } = await createBrandAndOrders();
    const before = await allItems();
    const previews = [];
    for (const body of bodies) {
      const { status, json } = await sendOrder(admin, body, dryRunQuery);
      expect(status).toBe(200);
      previews.push(json.data);
    }
    expect(await allItems()).toEqual(before);
    for (const [index, body] of bodies.entries()) {
      expect(previews[index]).toEqual(await expectedPreview(admin, await recordOrder(admin, body)));
    }
  });

  test('returns the recorded order for a retry and 409 for another order with the same orderId, and writes nothing', async () => {
    const { admin, bodies } = await createBrandAndOrders();
    const [body] = bodies;
    const order = await recordOrder(admin, body);
    const before = await allItems();
    const again = await sendOrder(admin, { ...body }, dryRunQuery);
    expect([again.status, again.json.data]).toEqual([200, order]);
    expectError(
      await sendOrder(admin, { ...body, amount: 1 }, dryRunQuery),
      errorBody(
        409,
        `\`orderId\` is already used by ${order.id} with a different body: repeat that body, or send another \`orderId\``,
        [{ path: 'orderId', message: `Belongs to ${order.id}`, values: [order.id] }],
      ),
    );
    expectError(await sendOrder(admin, { amount: 0.005 }, dryRunQuery), invalidFields('amount'));
    expect(await allItems()).toEqual(before);
  });

  test('records the order when dryRun is false', async () => {
    const { admin, bodies } = await createBrandAndOrders();
    const answer = await sendOrder(admin, { ...bodies[0] }, '?dryRun=false');
    expect([answer.status, answer.json.data.id]).toEqual([201, expect.stringMatching(/^cnv_/)]);
  });
});

test('POST /v1/conversions/bulk?dryRun=true previews a batch and writes nothing', async () => {
  fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, bodies } = await createBrandAndOrders();
  const known = await recordOrder(admin, { orderId: 'known' });
  const before = await allItems();
  const { json } = await sendOrders(
    admin,
    [...bodies, { orderId: 'known', amount: 100 }, { orderId: 'o-5', amount: 0.005 }],
    dryRunQuery,
  );
  expect(await allItems()).toEqual(before);
  expect(json.meta).toEqual({ total: 6, created: 0, failed: 1, cursor: null });
  for (const [index, body] of bodies.entries()) {
    const conversion = await expectedPreview(admin, await recordOrder(admin, body));
    expect(json.data[index]).toEqual({ index, status: 'preview', conversion });
  }
  expect(json.data.slice(4)).toEqual([
    { index: 4, status: 'existing', conversion: known },
    { index: 5, status: 'failed', error: invalidFields('amount') },
  ]);
});

test('POST /v1/conversions/bulk?dryRun=true takes earlier orders of the batch into account', async () => {
  fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, bodies } = await createBrandAndOrders();
  const [first, other] = bodies;
  const batch = [first, { ...first, amount: 1 }, { ...first, amount: 0.005 }, first, other].map((body) => ({
    ...body,
  }));
  const before = await allItems();
  const preview = await sendOrders(admin, batch, dryRunQuery);
  expect(await allItems()).toEqual(before);
  const real = await sendOrders(admin, batch);
  const statuses = ({ json }: typeof real) => json.data.map(({ status }: Json) => status);
  expect(statuses(real)).toEqual(['created', 'failed', 'failed', 'existing', 'created']);
  expect(statuses(preview)).toEqual(['preview', 'failed', 'failed', 'existing', 'preview']);
  const statusCodes = ({ json }: typeof real) => json.data.map(({ error }: Json) => error?.statusCode);
  expect(statusCodes(preview)).toEqual(statusCodes(real));
  expect(preview.json.data[3].conversion).toEqual(preview.json.data[0].conversion);
  expect(preview.json.meta).toEqual({ total: 5, created: 0, failed: 2, cursor: null });
});
