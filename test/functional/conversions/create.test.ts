import { describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';

describe('an order', () => {
  test('is attributed to the creator of its discount code, who earns with it', async () => {
    const { admin } = await createBrand();
    const { id: affiliateId } = await invite(admin);
    const discount = await createDiscount(admin, affiliateId);
    const { status, json, text } = await send('POST', '/conversions', {
      token: admin,
      body: { orderId: 'o-1', amount: 49.9, discountCode: discount.code },
    });
    expect(status, text).toBe(201);
    expect(json.data).toMatchObject({
      affiliateId,
      discountId: discount.id,
      amount: 49.9,
      refundedAmount: 0,
    });
    const commission = await send('GET', `/commissions/${json.data.commissionId}`, { token: admin });
    expect(commission.json.data).toMatchObject({ amount: 4.99, status: 'pending', hold: null });
    const creator = await send('GET', `/affiliates/${affiliateId}`, { token: admin });
    expect(creator.json.data).toMatchObject({ totalRevenue: 49.9, totalOrders: 1, commissionEarned: 4.99 });
    const again = await send('POST', '/conversions', {
      token: admin,
      body: { orderId: 'o-1', amount: 49.9, discountCode: discount.code },
    });
    expect([again.status, again.json]).toEqual([200, json]);
    const refund = await send('POST', `/conversions/${json.data.id}/refunds`, {
      token: admin,
      body: { refundId: 'r-1', amount: 9.9 },
    });
    expect(refund.status, refund.text).toBe(201);
    const after = await send('GET', `/affiliates/${affiliateId}`, { token: admin });
    expect(after.json.data).toMatchObject({ totalRevenue: 40, totalOrders: 1, commissionEarned: 4 });
    const rejected = await send('PATCH', `/commissions/${json.data.commissionId}/reject`, {
      token: admin,
      body: { reason: 'x' },
    });
    expect(rejected.status, rejected.text).toBe(200);
    const list = await send('GET', `/conversions?attribution=attributed`, { token: admin });
    expect(list.json.meta.total).toBe(1);
    const dry = await send('POST', '/conversions?dryRun=true', {
      token: admin,
      body: { orderId: 'o-2', amount: 49.9, trackingCode: 'nobody' },
    });
    expect([dry.status, dry.json.data.dryRun, dry.json.data.receipt.attribution]).toEqual([
      200,
      true,
      'unknownReference',
    ]);
  });
});
