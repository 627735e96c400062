// Tests that payouts do not have faults that users of other software have reported.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { inviteActive, patch } from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, recordOrder, refund, sumsOf } from '#test/support/orders.ts';
import { cancelPayout, createPayout, payPayout, reopenPayout } from '#test/support/payouts.ts';
import { createBrand, send } from '#test/support/service.ts';

// AffiliateWP issue 2362
test('the orders of a payout that was paid by mistake and removed are owed again, with all refunds and changes', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id: affiliateId, trackingCode } = await inviteActive(admin);
  const record = async () => {
    const order = await recordOrder(admin, { trackingCode });
    await patch(admin, `/commissions/${order.commissionId}/approve`, {});
    return order;
  };
  const refundedWhilePaid = await record();
  const refundedWhileReopened = await record();
  const [refundedLater, changedLater, canceledLater] = [await record(), await record(), await record()];
  const { id: payoutId, amount } = await createPayout(admin);
  expect(amount).toBe(50);

  await payPayout(admin, payoutId);
  await refund(admin, refundedWhilePaid.id, { amount: 20 });
  await reopenPayout(admin, payoutId);
  await refund(admin, refundedWhileReopened.id, { amount: 30 });
  await cancelPayout(admin, payoutId);
  const owed = (await readPage(admin, '/commissions', { affiliateId, status: 'approved' })).items;
  expect(owed.map((item) => [item.amount, item.payoutId, item.paidAt]).toSorted()).toEqual([
    ...[-2, -3, 10, 10, 10, 10, 10].map((value) => [value, null, null]),
  ]);

  await refund(admin, refundedLater.id, { amount: 40 });
  await patch(admin, `/conversions/${changedLater.id}`, { amount: 150 });
  const cancellation = { token: admin, body: { reason: 'Ordered twice' } };
  await send('POST', `/conversions/${canceledLater.id}/cancel`, cancellation);
  expect((await commissionOf(admin, refundedLater)).amount).toBe(6);
  expect((await commissionOf(admin, canceledLater)).status).toBe('reversed');

  // 10 - 2, 10 - 3, 10 - 4 and 10 + 5.
  const next = await createPayout(admin);
  expect(next).toMatchObject({ amount: 36, commissionsCount: 6 });
  await payPayout(admin, next.id, 'transfer-2');
  expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(36);
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
});
