// Tests payouts that were marked as paid by mistake and are reopened.
import { describe, expect, test } from 'vitest';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout, reopenPayout as startReopening } from '#lib/money/payouts/store/payouts.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { newKey, withKey } from '#test/support/idempotent-requests.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { expectBooks, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  payPayout,
  postReopening,
  readCommission,
  readPayout,
  reopenPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion, newChanges } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

async function createPaidPayout(amount = 1000) {
  const acme = await brandWithCreators(1);
  const commission = await createApprovedCommission(acme, acme.creators[0] ?? '', amount);
  const ready = await createPayout(acme.admin);
  return { acme, commission, ready, payout: await payPayout(acme.admin, ready.id) };
}

describe('POST /v1/payouts/{id}/reopen', () => {
  test('makes the payout ready again and its commissions approved, and it can be paid once more', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, commission, ready, payout } = await createPaidPayout();
    clock.advance(3600);
    const reopened = await reopenPayout(acme.admin, payout.id);
    const reopening = { reopenedAt: '2026-03-01T13:00:00.000Z', reopenReason: 'Bank error' };
    expect(reopened).toEqual({ ...ready, ...reopening });
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      ...{ status: 'approved', payoutId: payout.id, paidAt: null },
    });
    await expectBooks(acme);
    clock.advance(60);
    const again = await payPayout(acme.admin, payout.id, 'transfer-2');
    const paidAt = '2026-03-01T13:01:00.000Z';
    expect(again).toEqual({ ...ready, ...reopening, status: 'paid', reference: 'transfer-2', paidAt });
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({ status: 'paid', paidAt });
    await expectBooks(acme);
  });

  test('lists a commission by its present payment only, however often it was paid', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, commission, payout } = await createPaidPayout();
    const other = await createApprovedCommission(acme, acme.creators[0] ?? '', 1);
    await payPayout(acme.admin, (await createPayout(acme.admin)).id);
    const list = async () => {
      const { items, total } = await readPage(acme.admin, '/commissions', { paidFrom: '2026-03-01' });
      return { ids: items.map(({ id }) => id), total };
    };
    const approved = async () =>
      (await readPage(acme.admin, '/commissions', { approvedFrom: '2026-01-01' })).total;
    const approvals = await approved();
    await reopenPayout(acme.admin, payout.id);
    expect(await list()).toEqual({ ids: [other.id], total: 1 });
    clock.advance(60);
    await payPayout(acme.admin, payout.id);
    expect(await list()).toEqual({ ids: [commission.id, other.id], total: 2 });
    expect(await approved()).toBe(approvals);
  });

  test('releases the commissions of a reopened payout that is canceled, and keeps a clawback of a refund in between', async () => {
    const { acme, commission, payout } = await createPaidPayout();
    await createApprovedCommission(acme, commission.affiliateId, -400);
    await reopenPayout(acme.admin, payout.id);
    await cancelPayout(acme.admin, payout.id);
    expect(await createPayout(acme.admin)).toMatchObject({ amount: 6, commissionsCount: 2 });
    await expectBooks(acme);
  });

  test('continues in steps, and shows the payout as reopening until the last one', async () => {
    const acme = await brandWithCreators(3);
    await fillCommissions(acme, 90);
    const { id } = await createPayout(acme.admin);
    const paid = await payPayout(acme.admin, id);
    await newChanges();
    useOneStepPerRequest();
    const reopening = await reopenPayout(acme.admin, id);
    expect(reopening).toEqual({ ...paid, status: 'reopening' });
    expect((await send('GET', `/payouts/${id}.csv`, { token: acme.admin })).status).toBe(200);
    for (const status of ['paid', 'canceled']) {
      const body = status === 'paid' ? { status, reference: 'two' } : { status };
      expectError(
        await send('PATCH', `/payouts/${id}`, { token: acme.admin, body }),
        errorBody(409, `A payout that is reopening cannot become ${status}`),
      );
    }
    expect((await reopenPayout(acme.admin, id)).status).toBe('reopening');
    expect(await continueToCompletion()).toBeGreaterThan(0);
    expect(await readPayout(acme.admin, id)).toMatchObject({ status: 'ready', commissionsCount: 90 });
    stopTimer();
    await expectBooks(acme);
  });

  test('reopens a payout once when several requests and workers run concurrently', async () => {
    const acme = await brandWithCreators(3);
    await fillCommissions(acme, 60);
    const { id } = await createPayout(acme.admin);
    await payPayout(acme.admin, id);
    const attempt = singleAttempt(now());
    const payout = await startReopening({ brandId: acme.brand.id, id, reason: 'Bank error' }, attempt);
    let calls = 0;
    const worker = pauseAt(3, () => advance(payout, () => false, { now }));
    await worker.isHeld;
    await runConcurrently(3, async () => {
      calls += 1;
      await advance(await getPayout(acme.brand.id, id), () => false, { now });
    });
    expect(await worker.release()).toMatchObject({ status: 'ready' });
    expect(calls).toBe(3);
    const commissions = await commissionsOf(acme.brand.id);
    expect(commissions.filter(({ status }) => status !== 'approved')).toEqual([]);
    await expectBooks(acme);
  });

  test('returns the reopened payout to a retry with the key, and 409 to another request', async () => {
    const { acme, payout } = await createPaidPayout();
    const options = { token: acme.admin, body: { reason: 'Bank error' }, ...withKey(newKey()) };
    const path = `/payouts/${payout.id}/reopen`;
    const first = await send('POST', path, options);
    const retry = await send('POST', path, options);
    expect([retry.status, retry.text]).toEqual([200, first.text]);
    expectError(
      await postReopening(acme.admin, payout.id),
      errorBody(409, `Payout ${payout.id} is ready, and only a payout that is paid can be reopened`),
    );
  });

  test('returns 400 without a reason, 403 to a member and 404 for a payout of another brand', async () => {
    const { acme, payout } = await createPaidPayout();
    const globex = await createBrand();
    const before = await allItems();
    expectError(await postReopening(acme.admin, payout.id, {}), invalidFields('reason'));
    expectError(
      await postReopening(acme.member, payout.id),
      errorBody(403, 'Your role does not allow this action'),
    );
    for (const id of [payout.id, newId('payout', new Date())])
      expectError(await postReopening(globex.admin, id), errorBody(404, 'Payout not found'));
    expect(await allItems()).toEqual(before);
  });
});
