// Tests the validation messages that replace the default messages of the schema.
import { expect, test } from 'vitest';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const { admin } = await createBrand();
const order = { orderId: 'order-1', amount: 10 };

test.each([
  ['/conversions', 'a missing body', undefined, '', 'Required: a JSON body'],
  // An empty name has two problems. The response has the first one.
  ['/campaigns', 'an empty name', { name: '' }, 'name', 'Must not be empty'],
  ['/conversions', 'a missing orderId', { amount: 10 }, 'orderId', 'Required'],
  [
    '/conversions',
    'a text as amount',
    { ...order, amount: 'ten' },
    'amount',
    'Must be a number, or a text with a decimal number, such as 49.90',
  ],
  ['/conversions', 'a negative amount', { ...order, amount: -1 }, 'amount', 'Must be 0 or more'],
  [
    '/conversions',
    'an amount with three decimals',
    { ...order, amount: 10.001 },
    'amount',
    'Must have at most 2 decimals (USD)',
  ],
  [
    '/conversions',
    'a very large amount',
    { ...order, amount: 10_000_000_000.01 },
    'amount',
    'Must be at most 10000000000 (USD)',
  ],
  [
    '/conversions',
    'an empty discount code',
    { ...order, discountCode: '' },
    'discountCode',
    'Must not be empty; omit the field instead',
  ],
  ['/payouts', 'a negative minimum', { minimum: -1 }, 'minimum', 'Must be 0 or more'],
  ['/payouts', 'a very large minimum', { minimum: 1e10 + 1 }, 'minimum', 'Must be at most 10000000000 (USD)'],
  [
    '/campaigns',
    'a very large rate',
    { name: 'Spring', commission: { type: 'fixed', value: 1e10 + 1 } },
    'commission.value',
    'Must be at most 10000000000 (USD)',
  ],
  [
    '/campaigns',
    'a metadata key with a square bracket',
    { name: 'Spring', metadata: { 'a[b]': 'c' } },
    'metadata.a[b]',
    'Must be 1 to 40 characters, without square brackets and control characters',
  ],
] as const)(
  'POST /v1%s returns a message that explains what to correct for %s',
  async (path, _, body, field, message) => {
    const answer = await send('POST', path, { token: admin, body });
    expectError(answer, errorBody(400, 'Invalid request body', [{ path: field, message }]));
  },
);

test('the OpenAPI document has a specific example for each id that a brand chooses', async () => {
  const { schemas } = (await send('GET', '/openapi.json')).json.components;
  const { orderId, customerId } = schemas.ConversionInput.properties;
  const examples = [orderId, customerId, schemas.RefundInput.properties.refundId].map(
    ({ example }) => example,
  );
  expect(examples).toEqual(['order-1041', 'customer-7', 'refund-7']);
});
