// A key on what is only asked about: nothing is written, and the key is free for what is done then.
import { expect, test } from 'vitest';
import { invite } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { isReplay, newKey, withKey } from '#test/support/keyed.ts';
import { createBrand, send } from '#test/support/service.ts';

const orders = [{ orderId: 'one', amount: 1 }];

test.each([
  ['/conversions', { orderId: 'one', amount: 1 }],
  ['/conversions/bulk', { conversions: orders }],
  ['/payouts', {}],
])('POST %s that is only asked about leaves its key free', async (path, body) => {
  const { admin: token } = await createBrand();
  await invite(token);
  const sent = { token, body, ...withKey(newKey()) };
  const before = await allItems();
  for (let again = 0; again < 2; again += 1) {
    const asked = await send('POST', `${path}?dryRun=true`, sent);
    expect([asked.status, isReplay(asked)]).toEqual([200, false]);
  }
  expect(await allItems()).toEqual(before);
  const done = await send('POST', path, sent);
  expect(done.status, done.text).toBeLessThan(300);
  expect(isReplay(await send('POST', path, sent))).toBe(true);
  const asked = await send('POST', `${path}?dryRun=true`, sent);
  expect([asked.status, isReplay(asked)]).toEqual([200, false]);
});

test('a key that is none is refused, also where a request only asks', async () => {
  const { admin: token } = await createBrand();
  const sent = { token, body: orders[0], ...withKey('\t') };
  expect((await send('POST', '/conversions?dryRun=true', sent)).status).toBe(400);
});
