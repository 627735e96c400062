// Tests the validation messages that replace the default messages of the schema.
import { expect, test } from 'vitest';
import { createCampaign } from '#test/support/creations.ts';
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

test('PATCH /v1/campaigns/{id} returns only the unknown field when it is the only field', async () => {
  const { id } = await createCampaign(admin);
  const answer = await send('PATCH', `/campaigns/${id}`, { token: admin, body: { nmae: 'Spring' } });
  const problems = [{ path: 'nmae', message: 'Unknown field' }];
  expectError(answer, errorBody(400, 'Invalid request body', problems));
});

test('POST /v1/campaigns accepts a body that begins with a byte order mark', async () => {
  const answer = await send('POST', '/campaigns', { token: admin, body: '\ufeff{"name":"Spring"}' });
  expect([answer.status, answer.json.data?.name]).toEqual([201, 'Spring']);
});

test.each([
  ['in the body', '{"name":"a","name":"b"}', 'name'],
  ['in a nested object', '{"name":"a","metadata":{"k":"1","x":"2","k":"3"}}', 'k'],
  ['with an escaped character', '{"name":"a","n\\u0061me":"b"}', 'name'],
])('POST /v1/campaigns returns 400 with the key that is twice %s', async (_, body, key) => {
  const answer = await send('POST', '/campaigns', { token: admin, body });
  const message = `Must not contain a key twice in one object: "${key}"`;
  expectError(answer, errorBody(400, 'The body is not valid JSON', [{ path: '', message }]));
});

test.each([
  ['half of a surrogate pair', '{"name":"\\ud800"}', 'Must not contain half of a surrogate pair'],
  ['the key __proto__', '{"__proto__":{}}', 'Must not contain the key "__proto__" here'],
  ['an incomplete object', '{"name":', 'Must be valid JSON'],
])('POST /v1/campaigns returns 400 with the reason for a body with %s', async (_, body, message) => {
  const answer = await send('POST', '/campaigns', { token: admin, body });
  expectError(answer, errorBody(400, 'The body is not valid JSON', [{ path: '', message }]));
});

test('POST /v1/campaigns accepts equal keys of different objects and keys in texts', async () => {
  const body = '{"name":"{\\"name\\":1,\\"name\\":2}","metadata":{"name":"name"}}';
  const answer = await send('POST', '/campaigns', { token: admin, body });
  expect(answer.status).toBe(201);
});

test('the OpenAPI document has a specific example for each id that a brand chooses', async () => {
  const { schemas } = (await send('GET', '/openapi.json')).json.components;
  const { orderId, customerId } = schemas.ConversionInput.properties;
  const examples = [orderId, customerId, schemas.RefundInput.properties.refundId].map(
    ({ example }) => example,
  );
  expect(examples).toEqual(['order-1041', 'customer-7', 'refund-7']);
});
