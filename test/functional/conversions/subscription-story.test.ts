// Tells the story of a subscription: a signup by a link, a trial, monthly renewals, a limit of twelve months, and a refund.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { addMonths } from '#lib/foundation/shared/dates.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, read, recordOrder, refund, sendOrder, sumsOf } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const signedUpAt = '2026-01-31T10:00:00.000Z';
const secondsPerDay = 86_400;
const renewals = 14;

test('a creator earns with the renewals of a customer for twelve months from the signup', async () => {
  const clock = fakeClock(signedUpAt);
  const { brand, admin } = await createBrand('scale');
  await patch(admin, '/brand', { customerAttribution: { type: 'months', months: 12 } });
  const { key: token } = await createApiKey(admin);
  const { id: affiliateId, trackingCode } = await invite(token);
  const clicked = await send('POST', `/tracking/ref/${trackingCode}`, { token, body: {} });
  const { clickId } = clicked.json.data;
  const customerId = 'cus_NffrFeUfNV2Hib';

  const signup = { kind: 'signup', orderId: 'signup-1', customerId, clickId };
  const signedUp = (await sendOrder(token, { ...signup, amount: undefined })).json.data;
  expect(signedUp).toMatchObject({ kind: 'signup', amount: 0, affiliateId, commissionId: null });
  expect(await sumsOf(token, affiliateId)).toEqual({ totalRevenue: 0, totalOrders: 0, commissionEarned: 0 });

  clock.advance(60 * secondsPerDay);
  const firstPaidAt = clock.now();
  const invoices: Json[] = [];
  for (let month = 0; month < renewals; month += 1) {
    clock.set(addMonths(firstPaidAt, month));
    invoices.push(await recordOrder(token, { orderId: `invoice-${month}`, customerId, amount: 29 }));
  }
  const results = invoices.map(({ occurredAt, receipt }) => [occurredAt.slice(0, 7), receipt.attribution]);
  expect(results.slice(0, 2)).toEqual([
    ['2026-04', 'attributed'],
    ['2026-05', 'attributed'],
  ]);
  expect(results.slice(9)).toEqual([
    ['2027-01', 'attributed'],
    ['2027-02', 'durationOver'],
    ['2027-03', 'durationOver'],
    ['2027-04', 'durationOver'],
    ['2027-05', 'durationOver'],
  ]);
  expect(invoices[10]?.receipt.candidates).toMatchObject([
    {
      source: 'customer',
      boundAt: signedUpAt,
      boundUntil: '2027-01-31T10:00:00.000Z',
      reason: 'durationOver',
    },
  ]);
  expect(await sumsOf(token, affiliateId)).toEqual({
    totalRevenue: 290,
    totalOrders: 10,
    commissionEarned: 29,
  });

  await refund(token, invoices[9]?.id);
  expect(await commissionOf(token, { commissionId: invoices[9]?.commissionId })).toMatchObject({
    status: 'reversed',
  });
  expect(await sumsOf(token, affiliateId)).toEqual({
    totalRevenue: 261,
    totalOrders: 9,
    commissionEarned: 26.1,
  });

  await aggregateNewClicks();
  const { totals } = await read(
    token,
    '/reports/performance?groupBy=affiliate&from=2026-01-01&to=2026-12-31',
  );
  expect(totals.orders).toBe(9);
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});

test('a creator earns with a signup, a first payment and renewals as the example of docs/concepts.md says', async () => {
  const clock = fakeClock('2026-01-10T10:00:00.000Z');
  const { brand, admin } = await createBrand('scale');
  await patch(admin, '/brand', { customerAttribution: { type: 'months', months: 3 } });
  const percent = (value: number) => ({ type: 'percentage', value });
  const rules = [{ customers: 'new', rate: percent(20) }];
  const terms = { rate: percent(10), rules, signup: { type: 'fixed', value: 5 } };
  await dataOf(send('PUT', '/brand/terms', { token: admin, body: { terms } }));
  const { key: token } = await createApiKey(admin);
  const { id: affiliateId, trackingCode } = await invite(token);
  const signup = { kind: 'signup', orderId: 'signup-1', customerId: 'kim', trackingCode, amount: undefined };
  const conversions: Json[] = [await dataOf(sendOrder(token, signup), 201)];
  for (const month of ['02', '03', '04', '05']) {
    clock.set(`2026-${month}-01T10:00:00.000Z`);
    conversions.push(await recordOrder(token, { customerId: 'kim', amount: 50 }));
  }
  const earned = conversions.map(async ({ commissionId, receipt }) =>
    commissionId === null ? receipt.attribution : (await commissionOf(token, { commissionId })).amount,
  );
  expect(await Promise.all(earned)).toEqual([5, 10, 5, 5, 'durationOver']);
  expect((await sumsOf(token, affiliateId)).commissionEarned).toBe(25);
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});
