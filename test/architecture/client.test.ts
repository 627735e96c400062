// Tests that the TypeScript client has the operations and types of the contract.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientFiles } from '#infra/tools/client.ts';
import { operations } from '#lib/client/generated/operations.ts';
import { createClient } from '#lib/client/index.ts';
import { takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';

test.each(Object.entries(clientFiles()))('%s is current (fix: npm run client)', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('the client has a method for each endpoint but the pages, redirects and images for people', () => {
  const client = createClient({ baseUrl: 'https://api.example.test/v1' });
  const methods = Object.entries(client).flatMap(([domain, all]) =>
    Object.keys(all).map((name) => `${domain}.${name}`),
  );
  const missing = routes.map(({ name }) => name).filter((name) => !methods.includes(name));
  expect(missing).toEqual([
    'auth.choosePasswordPage',
    'links.qrSvg',
    'links.qrPng',
    'tracking.followLink',
    'mails.unsubscribePage',
    'mails.unsubscribe',
  ]);
  expect(methods.filter((name) => /ByOrderId$|Csv$/.test(name))).toHaveLength(9);
});

test('the client sends an idempotency key to exactly the endpoints that take one', () => {
  const taking = Object.entries(operations).flatMap(([domain, all]) =>
    Object.entries<string>(all)
      .filter(([, line]) => line.split(' ').includes('key'))
      .map(([name]) => `${domain}.${name.replace(/ByOrderId$/, '')}`),
  );
  const declared = routes.filter(takesIdempotencyKey).map(({ name }) => name);
  expect([...new Set(taking)].toSorted()).toEqual(declared.toSorted());
});
