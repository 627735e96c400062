// Tests which discount codes an order can use: their period, their status, and several codes of one order.
import { beforeAll, describe, expect, test } from 'vitest';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import { createdAt, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { recordOrder, sendOrder, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
/** The creator and the codes exist before the orders. */
const before = '2026-01-01T00:00:00.000Z';
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await createdAt(before, () => invite(acme.admin))).id;
});

const attributionAt = async (discountCode: string, occurredAt: string, token = acme.admin) =>
  (await recordOrder(token, { discountCode, occurredAt })).receipt.attribution;

describe('an order with a discount code that has a period', () => {
  test('an order earns with a code from the start on and before the end, to the millisecond', async () => {
    const period = { startsAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-04-01T00:00:00.000Z' };
    const { code } = await createdAt(before, () => createDiscount(acme.admin, affiliateId, period));
    expect(await attributionAt(code, '2026-02-28T23:59:59.999Z')).toBe('codeNotStarted');
    expect(await attributionAt(code, '2026-03-01T00:00:00.000Z')).toBe('attributed');
    expect(await attributionAt(code, '2026-03-31T23:59:59.999Z')).toBe('attributed');
    expect(await attributionAt(code, '2026-04-01T00:00:00.000Z')).toBe('codeEnded');
  });

  test('an order is judged by the present period of its code', async () => {
    const { id, code } = await createdAt(before, () =>
      createDiscount(acme.admin, affiliateId, { endsAt: '2026-03-01T00:00:00Z' }),
    );
    expect(await attributionAt(code, '2026-03-02T00:00:00Z')).toBe('codeEnded');
    await patch(acme.admin, `/discounts/${id}`, { endsAt: null });
    expect(await attributionAt(code, '2026-03-02T00:00:00Z')).toBe('attributed');
  });
});

describe('an order with a discount code that was paused', () => {
  test('an order is judged by the status of its code at its own time, to the millisecond', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const { id, code } = await createDiscount(admin, (await invite(admin)).id);
    clock.advance(60);
    await patch(admin, `/discounts/${id}`, { status: 'paused' });
    clock.advance(60);
    await patch(admin, `/discounts/${id}`, { status: 'active' });
    clock.advance(60);
    expect(await attributionAt(code, '2026-03-01T12:00:59.999Z', admin)).toBe('attributed');
    expect(await attributionAt(code, '2026-03-01T12:01:00.000Z', admin)).toBe('codePaused');
    expect(await attributionAt(code, '2026-03-01T12:01:59.999Z', admin)).toBe('codePaused');
    expect(await attributionAt(code, '2026-03-01T12:02:00.000Z', admin)).toBe('attributed');
  });

  test('an order with a paused code is attributed to its next reference, and the receipt keeps the creator of the code', async () => {
    const { code } = await createDiscount(acme.admin, affiliateId, { status: 'paused' });
    const other = await invite(acme.admin);
    const order = await recordOrder(acme.admin, { discountCode: code, trackingCode: other.trackingCode });
    expect([order.affiliateId, order.discountId]).toEqual([other.id, null]);
    expect(order.receipt.rulesVersion).toBe(6);
    expect(order.receipt.candidates[0]).toMatchObject({ affiliateId, outcome: 'lost', reason: 'codePaused' });
  });
});

describe('an order with several discount codes', () => {
  const results = ({ receipt }: Json) =>
    receipt.candidates.map(({ reference, outcome, reason }: Json) => [reference, outcome, reason]);

  test('an order with several codes is attributed to the first code without an obstacle, before its click', async () => {
    const paused = await createDiscount(acme.admin, affiliateId, { status: 'paused' });
    const [first, second] = [await invite(acme.admin), await invite(acme.admin)];
    const [won, outranked] = [
      await createDiscount(acme.admin, first.id),
      await createDiscount(acme.admin, second.id),
    ];
    const discountCodes = ['FREE SHIPPING', paused.code, won.code, outranked.code];
    const order = await recordOrder(acme.admin, { discountCodes, trackingCode: second.trackingCode });
    expect([order.affiliateId, order.discountId]).toEqual([first.id, won.id]);
    expect(results(order)).toEqual([
      ['FREE SHIPPING', 'lost', 'unknownReference'],
      [paused.code, 'lost', 'codePaused'],
      [won.code, 'won', null],
      [outranked.code, 'lost', 'outranked'],
      [second.trackingCode, 'lost', 'outranked'],
    ]);
  });

  test('counts equal codes once, in their first spelling', async () => {
    const { code } = await createDiscount(acme.admin, affiliateId);
    const order = await recordOrder(acme.admin, { discountCodes: [code.toUpperCase(), ` ${code}`] });
    expect(results(order)).toEqual([[code.toUpperCase(), 'won', null]]);
  });

  test('an order with its codes in another spelling is the same order, and one with another sequence of codes is not', async () => {
    const order = { orderId: unusedOrder(), discountCodes: ['ONE', 'Two  Words'] };
    await recordOrder(acme.admin, order);
    const again = await sendOrder(acme.admin, { ...order, discountCodes: ['one', 'TWO WORDS', 'One'] });
    expect(again.status).toBe(200);
    const other = await sendOrder(acme.admin, { ...order, discountCodes: ['Two Words', 'ONE'] });
    expect([other.status, other.json.code]).toEqual([409, 'order_id_reused']);
  });

  test('an order with a single code is the same order with the code in either field', async () => {
    const order = { orderId: unusedOrder(), discountCode: 'ONE' };
    await recordOrder(acme.admin, order);
    const again = await sendOrder(acme.admin, { orderId: order.orderId, discountCodes: ['one'] });
    expect(again.status).toBe(200);
  });

  test('accepts ten codes, also in bulk', async () => {
    const { id, code } = await createDiscount(acme.admin, affiliateId);
    const discountCodes = [...Array.from({ length: 9 }, (_, index) => `unknown ${index}`), code];
    const { json } = await sendOrders(acme.admin, [{ orderId: unusedOrder(), amount: 1, discountCodes }]);
    expect(json.data[0].conversion).toMatchObject({ discountId: id });
  });

  test.each([
    ['both fields', { discountCode: 'A', discountCodes: ['B'] }, 'discountCodes'],
    ['no code', { discountCodes: [] }, 'discountCodes'],
    ['eleven codes', { discountCodes: Array.from({ length: 11 }, String) }, 'discountCodes'],
    ['an empty code', { discountCodes: ['A', ' '] }, 'discountCodes.1'],
  ])('returns 400 for %s', async (_, body, path) => {
    expectError(await sendOrder(acme.admin, body), invalidFields(path));
  });
});
