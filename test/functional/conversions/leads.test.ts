import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder, sendOrder, sendRefund, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const sendLead = (token: string, body: object) =>
  send('POST', '/conversions', { token, body: { orderId: unusedOrder(), ...body } });

describe.each(['lead', 'signup'])('POST /v1/conversions (a %s)', (kind) => {
  test('a lead or signup binds the customer, earns nothing, and is no order in totals, uses of codes and figures', async () => {
    const { brand, admin } = await createBrand('scale');
    await patch(admin, '/brand', { customerAttribution: { type: 'lifetime' } });
    const { id: affiliateId } = await invite(admin);
    const { id: discountId, code: discountCode } = await createDiscount(admin, affiliateId);
    const { status, json } = await sendLead(admin, { kind, discountCode, customerId: 'c-1' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ kind, amount: 0, affiliateId, discountId, commissionId: null });
    expect(await read(admin, `/conversions/${json.data.id}`)).toMatchObject({ kind, customerId: 'c-1' });
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 0,
      totalOrders: 0,
      commissionEarned: 0,
    });
    expect(await read(admin, `/discounts/${discountId}`)).toMatchObject({ usageCount: 0 });
    const order = await recordOrder(admin, { customerId: 'c-1' });
    expect(order).toMatchObject({ kind: 'sale', affiliateId });
    expect((await readPage(admin, '/conversions', { affiliateId })).total).toBe(2);
    expect(await sumsOf(admin, affiliateId)).toMatchObject({ totalRevenue: 100, totalOrders: 1 });
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
    const refunded = await sendRefund(admin, json.data.id, { refundId: 'r-1' });
    expect([refunded.status, refunded.json.code]).toEqual([409, 'order_fully_refunded']);
  });

  test('accepts an amount of 0 and only an e-mail address, and a repeat is the same with or without the amount', async () => {
    const orderId = unusedOrder();
    const body = { orderId, kind, customerEmail: 'lead@customers.test' };
    const first = await sendLead(acme.admin, { ...body, amount: 0 });
    const again = await sendLead(acme.admin, body);
    expect([first.status, again.status, again.json.data.id]).toEqual([201, 200, first.json.data.id]);
    const asSale = await sendLead(acme.admin, { orderId, amount: 0, customerEmail: 'lead@customers.test' });
    expect([asSale.status, asSale.json.code]).toEqual([409, 'order_id_reused']);
  });

  test('refuses an amount, and a request without a customer', async () => {
    expectError(await sendLead(acme.admin, { kind, amount: 1, customerId: 'c-1' }), invalidFields('amount'));
    expectError(await sendLead(acme.admin, { kind }), invalidFields('customerId'));
    expectError(await sendLead(acme.admin, { kind, customerEmail: ' ' }), invalidFields('customerId'));
  });
});

test('POST /v1/conversions refuses a sale without an amount, and an unknown kind', async () => {
  expectError(await sendLead(acme.admin, { customerId: 'c-1' }), invalidFields('amount'));
  expectError(await sendOrder(acme.admin, { kind: 'order' }), invalidFields('kind'));
});
