// Tests dry runs with an Idempotency-Key, which do not consume the key.
import { expect, test } from 'vitest';
import { invite } from '#test/support/creations.ts';
import { isReplay, newKey, withKey } from '#test/support/idempotent-requests.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';

const orders = [{ orderId: 'one', amount: 1 }];

test.each([
  ['/conversions', { orderId: 'one', amount: 1 }],
  ['/conversions/bulk', { conversions: orders }],
  ['/payouts', {}],
])('POST /v1%s?dryRun=true writes nothing and does not consume the idempotency key', async (path, body) => {
  const { admin: token } = await createBrand();
  await invite(token);
  const request = { token, body, ...withKey(newKey()) };
  const before = await allItems();
  for (let again = 0; again < 2; again += 1) {
    const preview = await send('POST', `${path}?dryRun=true`, request);
    expect([preview.status, isReplay(preview)]).toEqual([200, false]);
  }
  expect(await allItems()).toEqual(before);
  const answer = await send('POST', path, request);
  expect(answer.status, answer.text).toBeLessThan(300);
  expect(isReplay(await send('POST', path, request))).toBe(true);
  const preview = await send('POST', `${path}?dryRun=true`, request);
  expect([preview.status, isReplay(preview)]).toEqual([200, false]);
});

test('POST /v1/conversions?dryRun=true returns 400 for an invalid idempotency key', async () => {
  const { admin: token } = await createBrand();
  const request = { token, body: orders[0], ...withKey('\t') };
  expect((await send('POST', '/conversions?dryRun=true', request)).status).toBe(400);
});
