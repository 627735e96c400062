// Tests the restoration of rejected commissions and the reopening of approved ones.
import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCommission } from '#test/support/commissions.ts';
import { invite, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage } from '#test/support/lists.ts';
import { claimForPayout, commissionOf, read, recordOrder, refund, sumsOf } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

async function newProgram() {
  const { brand, admin, member } = await createBrand('scale');
  const { id: affiliateId, trackingCode, email } = await inviteActive(admin);
  const order = (body: object = {}) => recordOrder(admin, { trackingCode, ...body });
  const post = (action: 'restore' | 'reopen', id: string, token = admin) =>
    send('POST', `/commissions/${id}/${action}`, { token });
  const undo = (action: 'restore' | 'reopen', id: string) => dataOf(post(action, id));
  const approve = (id: string) => patch(admin, `/commissions/${id}/approve`, {});
  const reject = (id: string) => patch(admin, `/commissions/${id}/reject`, { reason: 'Fraud' });
  return { brand, admin, member, affiliateId, email, order, post, undo, approve, reject };
}

async function countChanges(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}

async function expectNoDifference(brandId: string): Promise<void> {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

describe('POST /v1/commissions/{id}/restore', () => {
  test('returns a rejected commission to the state that it had, with its earnings and counts', async () => {
    const { brand, admin, affiliateId, email, order, undo, approve, reject } = await newProgram();
    const [pending, approved, held] = [
      await order(),
      await order(),
      await order({ customerEmail: email }),
    ].map(({ commissionId }) => commissionId);
    await approve(approved);
    const ids = [pending, approved, held];
    const before = await Promise.all(ids.map((id) => read(admin, `/commissions/${id}`)));
    for (const id of ids) await reject(id);
    expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(0);
    for (const [index, id] of ids.entries()) expect(await undo('restore', id)).toEqual(before[index]);
    expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(30);
    for (const [filter, total] of [
      [{ status: 'rejected' }, 0],
      [{ status: 'pending' }, 2],
      [{ held: 'true' }, 1],
      [{ approvedFrom: '2026-01-01' }, 1],
    ] as const) {
      expect((await readPage(admin, '/commissions', filter)).total).toBe(total);
    }
    await countChanges();
    const day = before[0].createdAt.slice(0, 'YYYY-MM-DD'.length);
    const report = await read(admin, `/reports/performance?from=${day}&to=${day}&groupBy=affiliate`);
    expect(report.totals).toMatchObject({
      pendingCommission: 20,
      approvedCommission: 10,
      rejectedCommission: 0,
    });
    await expectNoDifference(brand.id);
  });

  test('holds a commission for review if its hold period has ended meanwhile', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, order, reject } = await newProgram();
    const { commissionId } = await order();
    await reject(commissionId);
    clock.advance(31 * secondsPerDay);
    const { token } = await newToken(brand.id, 'admin');
    const restored = await dataOf(send('POST', `/commissions/${commissionId}/restore`, { token }));
    const hold = { reason: 'reopened', since: '2026-04-01T12:00:00.000Z' };
    expect(restored).toMatchObject({ status: 'pending', reason: null, hold });
    expect((await readPage(token, '/commissions', { held: 'true' })).total).toBe(1);
    await expectNoDifference(brand.id);
  });

  test('restores the amount that the order earns after the refunds in between', async () => {
    const { brand, admin, affiliateId, order, undo, reject } = await newProgram();
    const { id, commissionId } = await order();
    await reject(commissionId);
    await refund(admin, id, { amount: 40 });
    expect(await undo('restore', commissionId)).toMatchObject({ status: 'pending', amount: 6 });
    expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(6);
    await expectNoDifference(brand.id);
  });

  test('refuses a commission whose order is canceled or refunded as a whole, until the order has an amount again', async () => {
    const { brand, admin, order, post, undo, approve, reject } = await newProgram();
    const [canceled, refunded] = [await order(), await order()];
    for (const { commissionId } of [canceled, refunded]) {
      await approve(commissionId);
      await reject(commissionId);
    }
    await dataOf(
      send('POST', `/conversions/${canceled.id}/cancel`, { token: admin, body: { reason: 'Twice' } }),
    );
    await refund(admin, refunded.id, { refundId: 'r-1' });
    for (const { commissionId } of [canceled, refunded]) {
      const { status, json } = await post('restore', commissionId);
      expect([status, json.code]).toEqual([409, 'commission_earns_nothing']);
      expect(await read(admin, `/commissions/${commissionId}`)).toMatchObject({
        status: 'rejected',
        amount: 0,
      });
    }
    await dataOf(send('POST', `/conversions/${refunded.id}/refunds/r-1/reverse`, { token: admin, body: {} }));
    expect(await undo('restore', refunded.commissionId)).toMatchObject({ status: 'approved', amount: 10 });
    await expectNoDifference(brand.id);
  });

  test('returns a commission that is not rejected unchanged, and 409 for one that is paid or reversed', async () => {
    const { brand, affiliateId, order, post, undo } = await newProgram();
    const { commissionId } = await order();
    expect(await undo('restore', commissionId)).toMatchObject({ status: 'pending', hold: null });
    for (const status of ['paid', 'reversed'] as const) {
      const { id } = await createCommission({ brandId: brand.id, affiliateId, status });
      const message = `A commission that is ${status} cannot be restored, only a rejected one`;
      expectError(await post('restore', id), errorBody(409, message, undefined, 'status_conflict'));
    }
  });
});

describe('POST /v1/commissions/{id}/reopen', () => {
  test('returns an approved commission to pending, held for review, until it is approved again', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin, order, undo, approve } = await newProgram();
    const { commissionId } = await order();
    await approve(commissionId);
    clock.advance(60);
    const reopened = await undo('reopen', commissionId);
    const hold = { reason: 'reopened', since: '2026-03-01T12:01:00.000Z' };
    expect(reopened).toMatchObject({ status: 'pending', approvedAt: null, approvedBy: null, hold });
    expect(await undo('reopen', commissionId)).toEqual(reopened);
    const approvals = () => readPage(admin, '/commissions', { approvedFrom: '2026-03-01' });
    expect((await approvals()).items).toEqual([]);
    await countChanges();
    const payables = () => read(admin, '/reports/payables');
    expect((await payables()).totals).toMatchObject({ pending: 10, due: 0 });
    clock.advance(60);
    const approved = await approve(commissionId);
    expect(approved).toMatchObject({
      status: 'approved',
      hold: null,
      approvedAt: '2026-03-01T12:02:00.000Z',
    });
    expect((await approvals()).items).toEqual([approved]);
    await countChanges();
    expect((await payables()).totals).toMatchObject({ pending: 0, due: 10 });
    await expectNoDifference(brand.id);
  });

  test('does not restore the approval of a commission that was reopened before it was rejected', async () => {
    const { order, undo, approve, reject } = await newProgram();
    const { commissionId } = await order();
    await approve(commissionId);
    await undo('reopen', commissionId);
    await reject(commissionId);
    expect(await undo('restore', commissionId)).toMatchObject({
      status: 'pending',
      hold: { reason: 'reopened' },
    });
  });

  test('returns 409 for a commission in a payout, a clawback, an adjusted commission and other statuses', async () => {
    const { brand, admin, affiliateId, order, post, approve } = await newProgram();
    const { id, commissionId } = await order();
    await approve(commissionId);
    await claimForPayout(brand.id, commissionId);
    const refuse = async (of: string, subject: string, code: string) =>
      expectError(
        await post('reopen', of),
        errorBody(409, `${subject} cannot become pending`, undefined, code),
      );
    await refuse(commissionId, 'A commission that is in a payout', 'commission_in_payout');
    const clawback = await refund(admin, id, { amount: 40 });
    await refuse(clawback.commissionId, 'A clawback of a refund', 'commission_adjusted');
    for (const status of ['paid', 'rejected', 'reversed'] as const) {
      const other = await createCommission({ brandId: brand.id, affiliateId, status });
      await refuse(other.id, `A commission that is ${status}`, 'status_conflict');
    }
    const adjusted = { brandId: brand.id, affiliateId, status: 'approved', isAdjusted: true } as const;
    const { id: adjustedId } = await createCommission(adjusted);
    await refuse(adjustedId, 'A commission that has a clawback', 'commission_adjusted');
  });
});

test.each(['restore', 'reopen'] as const)(
  'POST /v1/commissions/{id}/%s returns 403 to a user with the role member, and 404 for a commission of another brand',
  async (action) => {
    const { member, order, post } = await newProgram();
    const { commissionId } = await order();
    expectError(
      await post(action, commissionId, member),
      errorBody(403, 'Your role does not allow this action'),
    );
    const globex = await createBrand();
    await invite(globex.admin);
    expectError(await post(action, commissionId, globex.admin), errorBody(404, 'Commission not found'));
    expect(await commissionOf(globex.admin, { commissionId }).catch(() => undefined)).toBeUndefined();
  },
);
