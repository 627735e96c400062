// An order whose code changes hands while it is recorded: what was read before is not believed any more.
import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { createDiscount, invite } from '#test/support/creations.ts';
import { heldAt } from '#test/support/interruptions.ts';
import { sendOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

/** The caller and what the order names; what is behind that; the transaction. */
const callThatWrites = 3;

/** What an order becomes whose code is deleted, and what else `then` does, right before it is written. */
async function orderMeanwhile(then: (admin: string, code: string) => Promise<unknown>) {
  const { admin, brand } = await createBrand();
  const { id } = await invite(admin);
  const discount = await createDiscount(admin, id);
  const held = heldAt(callThatWrites, () => sendOrder(admin, { discountCode: discount.code }));
  expect(await held.isHeld).toBe(true);
  expect((await send('DELETE', `/discounts/${discount.id}`, { token: admin })).status).toBe(204);
  await then(admin, discount.code);
  const { status, text, json } = await held.release();
  expect(status, text).toBe(201);
  expect((await auditBrand(brand.id)).differences).toEqual([]);
  return json.data;
}

test('a code that is deleted before the order is written brings nobody anything', async () => {
  expect(await orderMeanwhile(async () => {})).toMatchObject({
    affiliateId: null,
    discountId: null,
    receipt: { attribution: 'unknownReference' },
  });
});

test('a code that is another creator’s by then brings that one the order', async () => {
  const next = { affiliateId: '', discountId: '' };
  const order = await orderMeanwhile(async (admin, code) => {
    next.affiliateId = (await invite(admin)).id;
    next.discountId = (await createDiscount(admin, next.affiliateId, { code })).id;
  });
  expect(order).toMatchObject({ ...next, receipt: { attribution: 'attributed', winner: 'discountCode' } });
});
