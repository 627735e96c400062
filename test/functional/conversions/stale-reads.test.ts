// Tests orders whose discount code changes while they are being recorded.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { createDiscount, invite } from '#test/support/creations.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { sendOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

/** The first call reads the caller and the references, the second the referenced items, and the third writes. */
const writeCall = 3;

/** Deletes an order's code and runs `change` right before the order is written. Returns the order. */
async function recordOrderDuring(change: (admin: string, code: string) => Promise<unknown>) {
  const { admin, brand } = await createBrand();
  const { id } = await invite(admin);
  const discount = await createDiscount(admin, id);
  const pausedRequest = pauseAt(writeCall, () => sendOrder(admin, { discountCode: discount.code }));
  expect(await pausedRequest.isHeld).toBe(true);
  expect((await send('DELETE', `/discounts/${discount.id}`, { token: admin })).status).toBe(204);
  await change(admin, discount.code);
  const { status, text, json } = await pausedRequest.release();
  expect(status, text).toBe(201);
  expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  return { order: json.data, affiliateId: id };
}

test('an order is attributed to the owner of its code at its time when the code is deleted before the order is written', async () => {
  const { order, affiliateId } = await recordOrderDuring(async () => {});
  expect(order).toMatchObject({ affiliateId, discountId: null });
  expect(order.receipt.candidates[0].validTo).toEqual(expect.any(String));
});

test('an order is attributed to the owner of its code at its time when the code is reassigned before the order is written', async () => {
  const { order, affiliateId } = await recordOrderDuring(async (admin, code) => {
    await createDiscount(admin, (await invite(admin)).id, { code });
  });
  expect(order).toMatchObject({ affiliateId, discountId: null });
});
