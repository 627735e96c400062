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
  return json.data;
}

test('an order is unattributed when its discount code is deleted before the order is written', async () => {
  expect(await recordOrderDuring(async () => {})).toMatchObject({
    affiliateId: null,
    discountId: null,
    receipt: { attribution: 'unknownReference' },
  });
});

test('an order is attributed to the new owner when its discount code is reassigned before the order is written', async () => {
  const newOwner = { affiliateId: '', discountId: '' };
  const order = await recordOrderDuring(async (admin, code) => {
    newOwner.affiliateId = (await invite(admin)).id;
    newOwner.discountId = (await createDiscount(admin, newOwner.affiliateId, { code })).id;
  });
  expect(order).toMatchObject({
    ...newOwner,
    receipt: { attribution: 'attributed', winner: 'discountCode' },
  });
});
