// What a refusal tells its caller to put right, where the schema's own words would not.
import { expect, test } from 'vitest';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const { admin } = await createBrand();
const order = { orderId: 'order-1', amount: 10 };

test.each([
  ['/conversions', undefined, '', 'Required: a JSON body'],
  ['/conversions', { amount: 10 }, 'orderId', 'Required'],
  ['/conversions', { ...order, amount: 0 }, 'amount', 'Must be more than 0'],
  ['/conversions', { ...order, amount: 10.001 }, 'amount', 'Must have at most 2 decimals (USD)'],
  ['/conversions', { ...order, amount: 1e13 }, 'amount', 'Must be less than 10000000000000 (USD)'],
  [
    '/conversions',
    { ...order, discountCode: '' },
    'discountCode',
    'Must not be empty: leave it out where there is none',
  ],
  [
    '/conversions',
    { ...order, items: [{ sku: 'a', quantity: 1, price: -1 }] },
    'items.0.price',
    'Must be 0 or more',
  ],
  ['/payouts', { minimum: -1 }, 'minimum', 'Must be 0 or more'],
] as const)('POST %s with %j', async (path, body, field, message) => {
  const answer = await send('POST', path, { token: admin, body });
  expectRefusal(answer, refusal(400, 'Invalid request body', [{ path: field, message }]));
});

test('in the document, an id that a brand gives has an example of its own kind', async () => {
  const { schemas } = (await send('GET', '/openapi.json')).json.components;
  const { orderId, customerId } = schemas.ConversionInput.properties;
  const examples = [orderId, customerId, schemas.RefundInput.properties.refundId].map(
    ({ example }) => example,
  );
  expect(examples).toEqual(['order-1041', 'customer-7', 'refund-7']);
});
