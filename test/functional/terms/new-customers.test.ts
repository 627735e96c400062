// Tests the rates of new and of returning customers.
import { beforeEach, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dataOf } from '#test/support/answers.ts';
import { inviteActive, patch } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, read, recordOrder, sendOrder, sendOrders } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });

/** Shoes earn 40 % with new customers. Everything else earns 20 % with new customers, and 5 % with returning ones. */
const terms = {
  rate: percent(5),
  rules: [
    { match: { category: ['shoes'] }, customers: 'new', rate: percent(40) },
    { customers: 'new', rate: percent(20) },
  ],
};

let acme: TestBrand;
let trackingCode: string;
beforeEach(async () => {
  acme = await createBrand('scale');
  ({ trackingCode } = await inviteActive(acme.admin));
  await dataOf(send('PUT', '/brand/terms', { token: acme.admin, body: { terms } }));
});

const order = (body: object) => recordOrder(acme.admin, { amount: 100, trackingCode, ...body });

const earnedOf = async (recorded: Json) => {
  const { explanation, amount } = await commissionOf(acme.admin, recorded as { commissionId: string });
  return [explanation.customer, amount];
};

test('the first recorded sale of a customer is of a new customer, also when it changes, and the next one of a returning customer', async () => {
  const first = await order({ customerId: 'c-1' });
  expect(await earnedOf(first)).toEqual(['new', 20]);
  expect((await read(acme.admin, '/customers/c-1')).firstOrderId).toBe(first.id);
  const preview = await dataOf(sendOrder(acme.admin, { trackingCode, customerId: 'c-1' }, '?dryRun=true'));
  expect(preview.commission).toMatchObject({ amount: 5, explanation: { customer: 'returning' } });
  expect(await earnedOf(await order({ customerId: 'c-1' }))).toEqual(['returning', 5]);
  await patch(acme.admin, `/conversions/${first.id}`, { amount: 200 });
  expect(await earnedOf(first)).toEqual(['new', 40]);
  expect((await reconcileBrand(acme.brand.id)).differences).toEqual([]);
});

test('a rule for items of new customers applies to these items, and without prices the rule for all items applies to the order', async () => {
  const shoes = { category: 'shoes', quantity: 1, price: 60 };
  const items = [shoes, { category: 'hats', quantity: 1, price: 40 }];
  const first = await commissionOf(
    acme.admin,
    (await order({ customerId: 'c-1', items })) as { commissionId: string },
  );
  expect(first.explanation.parts).toMatchObject([
    { rule: 0, match: { category: 'shoes' }, base: 60, amount: 24 },
    { rule: 1, match: null, base: 40, amount: 8 },
  ]);
  expect(await earnedOf(await order({ customerId: 'c-1', items }))).toEqual(['returning', 5]);
  const unpriced = await order({ customerId: 'c-2', items: [{ category: 'shoes', quantity: 1 }] });
  expect(await earnedOf(unpriced)).toEqual(['new', 20]);
});

test('the first order after a signup is of a new customer, and the next one of a returning customer', async () => {
  const customer = { customerId: 'c-1', customerEmail: 'guest@customers.test' };
  await recordOrder(acme.admin, { kind: 'signup', amount: 0, trackingCode, ...customer });
  expect((await read(acme.admin, '/customers/c-1')).firstOrderId).toBeNull();
  expect(await earnedOf(await order(customer))).toEqual(['new', 20]);
  expect(await earnedOf(await order({ customerEmail: customer.customerEmail }))).toEqual(['returning', 5]);
  expect(await earnedOf(await order({ customerId: 'c-1' }))).toEqual(['returning', 5]);
});

test('one of several concurrent first orders is of a new customer', async () => {
  await recordOrder(acme.admin, { kind: 'signup', amount: 0, trackingCode, customerId: 'c-1' });
  for (const customer of [{ customerId: 'c-1' }, { customerId: 'c-2', customerEmail: 'c2@customers.test' }]) {
    const orders = await Promise.all([order(customer), order(customer), order(customer)]);
    const earned = await Promise.all(orders.map(earnedOf));
    expect(earned.toSorted()).toEqual([
      ['new', 20],
      ['returning', 5],
      ['returning', 5],
    ]);
  }
});

test('`isNewCustomer` of the order decides, can be corrected, and its removal lets the recorded orders decide', async () => {
  const said = await order({ customerId: 'c-1', isNewCustomer: false });
  expect(said.isNewCustomer).toBe(false);
  expect(await earnedOf(said)).toEqual(['returning', 5]);
  expect(await earnedOf(await order({ customerId: 'c-1', isNewCustomer: true }))).toEqual(['new', 20]);
  const change = (isNewCustomer: boolean | null) =>
    patch(acme.admin, `/conversions/${said.id}`, { isNewCustomer });
  expect((await change(true)).isNewCustomer).toBe(true);
  expect(await earnedOf(said)).toEqual(['new', 20]);
  await change(false);
  expect((await change(null)).isNewCustomer).toBeNull();
  expect(await earnedOf(said)).toEqual(['new', 20]);
  const { changes } = await read(acme.admin, `/conversions/${said.id}`);
  await change(null);
  expect((await read(acme.admin, `/conversions/${said.id}`)).changes).toEqual(changes);
});

test('a customer whom nobody can recognize, or whom no order has bound, is new', async () => {
  expect(await earnedOf(await order({}))).toEqual(['new', 20]);
  expect(await earnedOf(await order({}))).toEqual(['new', 20]);
  await recordOrder(acme.admin, { customerId: 'c-1', amount: 100 });
  expect(await earnedOf(await order({ customerId: 'c-1' }))).toEqual(['new', 20]);
});

test('an order that moves to a customer with an earlier sale is of a returning customer', async () => {
  await order({ customerId: 'c-1' });
  const moved = await order({ customerId: 'c-2' });
  await patch(acme.admin, `/conversions/${moved.id}`, { customerId: 'c-1' });
  expect(await earnedOf(moved)).toEqual(['returning', 5]);
});

test('orders of returning customers can be excluded, and earn once they are of new customers', async () => {
  const rules = [{ customers: 'returning', excluded: true }];
  await dataOf(
    send('PUT', '/brand/terms', { token: acme.admin, body: { terms: { rate: percent(10), rules } } }),
  );
  const { json } = await sendOrders(acme.admin, [
    { orderId: 'o-1', amount: 100, trackingCode, isNewCustomer: false },
  ]);
  const [{ conversion }] = json.data;
  expect(conversion.commissionId).toBeNull();
  const changed = await patch(acme.admin, `/conversions/${conversion.id}`, { isNewCustomer: true });
  expect(await earnedOf(changed)).toEqual(['new', 10]);
});

test('an order of an erased customer stays an order of a returning customer when a person decides about it', async () => {
  const customerId = 'guest@customers.test';
  await order({ customerId });
  const second = await order({ customerId });
  const erased = await send('DELETE', `/customers/${customerId}/personal-data`, { token: acme.admin });
  expect(erased.status).toBe(202);
  await recordAllEvents();
  expect((await read(acme.admin, `/conversions/${second.id}`)).customerId).toBeNull();
  const { id: affiliateId } = await inviteActive(acme.admin);
  const body = { affiliateId, reason: 'Named by the customer' };
  const moved = await dataOf(
    send('POST', `/conversions/${second.id}/attribution`, { token: acme.admin, body }),
  );
  expect(await earnedOf(moved)).toEqual(['returning', 5]);
});
