import { describe, expect, test } from 'vitest';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { updatePayout } from '#lib/money/payouts/store/payouts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createDiscount, inviteActive } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  patchPayout,
  payPayout,
  postPayout,
  readCommission,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';

const paid = (reference: string) => ({ status: 'paid', reference });
const canceled = { status: 'canceled' };

async function createReadyPayout(amount = 1000) {
  const acme = await brandWithCreators(1);
  const [ada = ''] = acme.creators;
  const commission = await createApprovedCommission(acme, ada, amount);
  const payout = await createPayout(acme.admin);
  return { acme, ada, commission, payout };
}

describe('PATCH /v1/payouts/{id} with status paid', () => {
  test('marks the payout and its commissions as paid and updates the counts', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, ada, commission, payout } = await createReadyPayout();
    clock.advance(60);
    const answer = await payPayout(acme.admin, payout.id, ' transfer 17 ');
    const paidAt = '2026-03-01T12:01:00.000Z';
    expect(answer).toEqual({ ...payout, status: 'paid', reference: 'transfer 17', paidAt });
    expect(await readPayout(acme.admin, payout.id)).toMatchObject(answer);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'paid',
      paidAt,
      payoutId: payout.id,
    });
    const counts = { total: 1, approved: 0, paid: 1 };
    expect(await readCounter(acme.brand.id, 'commissions')).toEqual(counts);
    expect(await readCounter(affiliateCounterOwner(acme.brand.id, ada), 'affiliateCommissions')).toEqual(
      counts,
    );
    const creator = await send('GET', `/affiliates/${ada}`, { token: acme.admin });
    expect(creator.json.data.commissionEarned).toBe(10);
  });

  test('gives all commissions the time of the payment, although a worker changes them later', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, payout } = await createReadyPayout();
    clock.advance(60);
    // The request is killed between its decision and its first step.
    const { id: payoutId } = payout;
    const change = { status: 'paid', reference: 'one' } as const;
    const { paidAt } = await updatePayout(acme.brand.id, payoutId, change, clock.now());
    clock.advance(3600);
    await continuePendingPayouts();
    expect(await readPayout(acme.admin, payoutId)).toMatchObject({ status: 'paid', paidAt });
    expect(await commissionsOf(acme.brand.id)).toMatchObject([{ status: 'paid', paidAt, payoutId }]);
  });

  test('returns 200 when the same reference is sent again, and 409 for another reference or a cancellation', async () => {
    const { acme, payout } = await createReadyPayout();
    const first = await patchPayout(acme.admin, payout.id, paid('one'));
    const before = await allItems();
    const again = await patchPayout(acme.admin, payout.id, paid('one'));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectError(
      await patchPayout(acme.admin, payout.id, paid('two')),
      errorBody(409, 'The payout is already paid with another reference: send the same `reference`'),
    );
    expectError(
      await patchPayout(acme.admin, payout.id, canceled),
      errorBody(409, 'A payout that is paid cannot become canceled'),
    );
    expect(await allItems()).toEqual(before);
  });
});

describe('PATCH /v1/payouts/{id} with status canceled', () => {
  test('releases the commissions to the next payout and keeps the lines', async () => {
    const { acme, commission, payout } = await createReadyPayout();
    const answer = await cancelPayout(acme.admin, payout.id);
    expect(answer).toEqual({ ...payout, status: 'canceled', canceledAt: expect.any(String) });
    expect((await readPayout(acme.admin, payout.id)).lines).toHaveLength(1);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'approved',
      payoutId: null,
    });
    const next = await createPayout(acme.admin);
    await payPayout(acme.admin, next.id);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'paid',
      payoutId: next.id,
    });
  });

  test('returns 200 for a repeated cancellation and 409 for a later payment', async () => {
    const { acme, payout } = await createReadyPayout();
    const first = await patchPayout(acme.admin, payout.id, canceled);
    const before = await allItems();
    const again = await patchPayout(acme.admin, payout.id, canceled);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectError(
      await patchPayout(acme.admin, payout.id, paid('one')),
      errorBody(409, 'A payout that is canceled cannot become paid'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('cancels a payout once when 20 requests run concurrently, and either pays or cancels it when both arrive at once', async () => {
    const { acme, payout } = await createReadyPayout();
    const answers = await runConcurrently(20, () => patchPayout(acme.admin, payout.id, canceled));
    expect(countByStatus(answers)).toEqual({ 200: 20 });
    expect(await readCounter(acme.brand.id, 'payouts')).toEqual({
      total: 1,
      preparing: 0,
      ready: 0,
      canceling: 0,
      canceled: 1,
    });
    const next = await createPayout(acme.admin);
    const both = await runConcurrently(10, (index) =>
      patchPayout(acme.admin, next.id, index % 2 === 0 ? canceled : paid('one')),
    );
    expect(countByStatus(both)).toEqual({ 200: 5, 409: 5 });
    const { status } = await readPayout(acme.admin, next.id);
    const [commission] = await commissionsOf(acme.brand.id);
    expect([status, commission?.status]).toEqual(
      status === 'paid' ? ['paid', 'paid'] : ['canceled', 'approved'],
    );
  });
});

describe('PATCH /v1/payouts/{id} (validation)', () => {
  test.each([
    ['status paid without a reference', { status: 'paid' }, 'reference', 'Required for `paid`'],
    [
      'status paid with a blank reference',
      { status: 'paid', reference: ' ' },
      'reference',
      'Must not be empty',
    ],
    [
      'status canceled with a reference',
      { status: 'canceled', reference: 'one' },
      'reference',
      'Not allowed for `canceled`',
    ],
    ['a status other than paid and canceled', { status: 'ready' }, 'status', 'Must be one of paid, canceled'],
    ['a body without a status', {}, 'status', 'Required'],
  ])('returns 400 and writes nothing for %s', async (_, body, path, message) => {
    const { acme, payout } = await createReadyPayout();
    const before = await allItems();
    expectError(
      await patchPayout(acme.admin, payout.id, body),
      errorBody(400, 'Invalid request body', [{ path, message }]),
    );
    expect(await allItems()).toEqual(before);
  });

  test('returns 403 to a user with the role member and 404 for a payout of another brand', async () => {
    const { acme, payout } = await createReadyPayout();
    const globex = await createBrand();
    const before = await allItems();
    const answer = await patchPayout(acme.member, payout.id, canceled);
    expectError(answer, errorBody(403, 'Your role does not allow this action'));
    expectError(await patchPayout(globex.admin, payout.id, canceled), errorBody(404, 'Payout not found'));
    expect(await allItems()).toEqual(before);
  });
});

describe('a commission in a payout', () => {
  async function recordApprovedOrder(token: string, code: string) {
    const body = { orderId: `order-${code}`, amount: 100, discountCode: code };
    const { json } = await send('POST', '/conversions', { token, body });
    await send('PATCH', `/commissions/${json.data.commissionId}/approve`, { token });
    return json.data;
  }

  test('a commission in a payout is clawed back after a refund by a negative commission that the next payout deducts', async () => {
    const { admin, brand } = await createBrand('scale');
    const { id: affiliateId } = await inviteActive(admin);
    const { code } = await createDiscount(admin, affiliateId);
    const { id, commissionId } = await recordApprovedOrder(admin, code);
    const payout = await createPayout(admin);
    expect(payout).toMatchObject({ amount: 10, commissionsCount: 1 });
    const refund = await send('POST', `/conversions/${id}/refunds`, {
      token: admin,
      body: { refundId: 'r-1', amount: 40 },
    });
    const clawbackId = refund.json.data.commissionId;
    expect(await readCommission(brand.id, clawbackId)).toMatchObject({ amount: -400, adjusts: commissionId });
    expect(await readPayout(admin, payout.id)).toMatchObject({ amount: 10 });
    await payPayout(admin, payout.id);
    expect(await readCommission(brand.id, commissionId)).toMatchObject({ status: 'paid', amount: 1000 });
    expect((await postPayout(admin)).json.meta).toEqual({ reason: 'nothingOwed' });
    await createApprovedCommission({ brand, admin, member: '' }, affiliateId, 1000);
    const next = await createPayout(admin);
    expect(next).toMatchObject({ amount: 6, commissionsCount: 2 });
  });

  test('cannot be rejected until its payout is canceled', async () => {
    const { acme, commission, payout } = await createReadyPayout();
    const path = `/commissions/${commission.id}/reject`;
    const reject = () => send('PATCH', path, { token: acme.admin, body: { reason: 'fraud' } });
    expectError(await reject(), errorBody(409, 'A commission that is in a payout cannot become rejected'));
    await cancelPayout(acme.admin, payout.id);
    expect((await reject()).status).toBe(200);
  });
});
