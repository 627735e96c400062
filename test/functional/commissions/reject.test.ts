import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { createCommission } from '#test/support/commissions.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { invite } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { type Query, readPage } from '#test/support/lists.ts';
import {
  claimForPayout,
  commissionOf,
  read,
  recordOrder,
  refund,
  sendRefund,
  sumsOf,
} from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const reject = (id: string, body: unknown = { reason: 'Fraud' }, token = acme.admin) =>
  send('PATCH', `/commissions/${id}/reject`, { token, body });
const approve = (id: string) => send('PATCH', `/commissions/${id}/approve`, { token: acme.admin });
const newCommission = (fields: object = {}) =>
  createCommission({ brandId: acme.brand.id, affiliateId, ...fields });

describe('PATCH /v1/commissions/{id}/reject', () => {
  test.each(['pending', 'approved'])(
    'returns 200 with the reason for a commission that is %s',
    async (status) => {
      const { id } = await newCommission();
      if (status === 'approved') await approve(id);
      const before = await read(acme.admin, `/commissions/${id}`);
      const answer = await reject(id, { reason: '  Bought by itself ' });
      expect(answer.status).toBe(200);
      expect(answer.json.data).toEqual({ ...before, status: 'rejected', reason: 'Bought by itself' });
      expect(await read(acme.admin, `/commissions/${id}`)).toEqual(answer.json.data);
    },
  );

  test('deducts the commission from the creator’s earnings, updates the counts, and keeps the order', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const order = await recordOrder(admin, { trackingCode: creator.trackingCode });
    await send('PATCH', `/commissions/${order.commissionId}/reject`, {
      token: admin,
      body: { reason: 'Fraud' },
    });
    expect(await sumsOf(admin, creator.id)).toEqual({
      totalRevenue: 100,
      totalOrders: 1,
      commissionEarned: 0,
    });
    const filters: readonly Query[] = [{}, { affiliateId: creator.id }];
    for (const filter of filters) {
      const totals = ['pending', 'approved', 'rejected'].map(
        async (status) => (await readPage(admin, '/commissions', { ...filter, status })).total,
      );
      expect(await Promise.all(totals)).toEqual([0, 0, 1]);
    }
  });

  test('ends the review of a commission that is held for review', async () => {
    const { admin } = acme;
    const { email, trackingCode } = await invite(admin);
    const order = await recordOrder(admin, { trackingCode, customerEmail: email });
    expect((await reject(order.commissionId)).json.data).toMatchObject({ status: 'rejected', hold: null });
  });

  test('returns a rejected commission unchanged, with its first reason', async () => {
    const { id } = await newCommission();
    const first = await reject(id, { reason: 'One' });
    const before = await allItems();
    const again = await reject(id, { reason: 'Another' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await allItems()).toEqual(before);
  });
});

describe('PATCH /v1/commissions/{id}/reject (validation)', () => {
  test.each(['paid', 'reversed'] as const)('returns 409 for a commission that is %s', async (status) => {
    const { id } = await newCommission({ status });
    const before = await allItems();
    expectError(await reject(id), errorBody(409, `A commission that is ${status} cannot become rejected`));
    expect(await allItems()).toEqual(before);
  });

  test('returns 409 for a commission that is in a payout', async () => {
    const { id } = await newCommission();
    await approve(id);
    await claimForPayout(acme.brand.id, id);
    const before = await allItems();
    expectError(await reject(id), errorBody(409, 'A commission that is in a payout cannot become rejected'));
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['without a reason', {}, 'reason'],
    ['with a blank reason', { reason: ' ' }, 'reason'],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['with a number as reason', { reason: 5 }, 'reason'],
    ['with an unknown field', { reason: 'x', amount: 1 }, 'amount'],
  ])('returns 400 for a rejection %s', async (_, body, path) => {
    const { id } = await newCommission();
    expectError(await reject(id, body), invalidFields(path));
    expect((await read(acme.admin, `/commissions/${id}`)).status).toBe('pending');
  });

  test('returns 403 to a user with the role member and 404 for an unknown commission', async () => {
    const { id } = await newCommission();
    const globex = await createBrand();
    expectError(
      await reject(id, { reason: 'x' }, acme.member),
      errorBody(403, 'Your role does not allow this action'),
    );
    expectError(await reject(id, { reason: 'x' }, globex.admin), errorBody(404, 'Commission not found'));
    expectError(await reject(newId('commission', new Date())), errorBody(404, 'Commission not found'));
  });
});

test('PATCH /v1/commissions/{id}/reject returns 409 for a clawback commission, which the creator still owes', async () => {
  const { admin, brand } = acme;
  const creator = await invite(admin);
  const order = await recordOrder(admin, { trackingCode: creator.trackingCode });
  await approve(order.commissionId);
  await claimForPayout(brand.id, order.commissionId);
  const { commissionId } = await refund(admin, order.id);
  const before = await commissionOf(admin, { commissionId });
  expect(before).toMatchObject({ adjusts: order.commissionId, status: 'approved', amount: -10 });
  expectError(await reject(commissionId), errorBody(409, 'A clawback of a refund cannot become rejected'));
  expect(await commissionOf(admin, { commissionId })).toEqual(before);
  expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(0);
});

describe('a commission with concurrent decisions', () => {
  test('a commission with concurrent decisions is rejected when approvals and rejections arrive at once, and the totals stay exact', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { admin } = acme;
      const creator = await invite(admin);
      const order = await recordOrder(admin, { trackingCode: creator.trackingCode });
      const id = order.commissionId;
      const answers = await runConcurrently(10, (index) => (index % 2 === 0 ? approve(id) : reject(id)));
      const statuses = countByStatus(answers);
      expect(Object.keys(statuses).every((status) => ['200', '409'].includes(status))).toBe(true);
      // A rejection is valid before and after an approval, so the final status is always rejected.
      expect((await commissionOf(admin, order)).status).toBe('rejected');
      expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(0);
    }
  });

  test('a commission with concurrent decisions is rejected when refunds and decisions arrive at once, and every refund is applied', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { admin } = acme;
      const creator = await invite(admin);
      const order = await recordOrder(admin, { trackingCode: creator.trackingCode });
      const id = order.commissionId;
      const refundHalf = (index: number) =>
        sendRefund(admin, order.id, { refundId: `r-${index}`, amount: 10 });
      const answers = await runConcurrently(6, (index) =>
        index < 4 ? refundHalf(index) : index === 4 ? approve(id) : reject(id),
      );
      expect(countByStatus(answers.slice(0, 4))).toEqual({ 201: 4 });
      expect((await commissionOf(admin, order)).status).toBe('rejected');
      expect(await sumsOf(admin, creator.id)).toEqual({
        totalRevenue: 60,
        totalOrders: 1,
        commissionEarned: 0,
      });
    }
  });

  test('a commission with concurrent decisions is reversed when approvals and a full refund arrive at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { admin } = acme;
      const creator = await invite(admin);
      const order = await recordOrder(admin, { trackingCode: creator.trackingCode });
      const [refunded, ...approvals] = await runConcurrently(4, (index) =>
        index === 0 ? sendRefund(admin, order.id, { refundId: 'r' }) : approve(order.commissionId),
      );
      expect(refunded?.status).toBe(201);
      for (const { status } of approvals) expect([200, 409]).toContain(status);
      expect((await commissionOf(admin, order)).status).toBe('reversed');
      expect((await sumsOf(admin, creator.id)).commissionEarned).toBe(0);
    }
  });
});
