// Tests that an order is never lost over the e-mail address of its customer.

import { beforeAll, describe, expect, test } from 'vitest';
import { getConversion } from '#lib/money/conversions/store/conversions.ts';
import { exactDocument as document, resolved } from '#test/support/api-document.ts';
import { invite } from '#test/support/creations.ts';
import { newKey, withKey } from '#test/support/idempotent-requests.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, sendOrder, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const warnings = [
  {
    code: 'customer_email_ignored',
    path: 'customerEmail',
    message: 'Ignored, because it has no e-mail address. The commission is held for review',
  },
];

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

describe('POST /v1/conversions with an unusual customer address', () => {
  test.each(['someone', 'a@b', 'someone@localhost', 'x@y@z.test', `${'x'.repeat(5000)}@customers.test`])(
    'records the order without the address and with a warning when it is "%.20s"',
    async (customerEmail) => {
      const { status, json } = await sendOrder(acme.admin, { customerEmail });
      expect([status, json.warnings]).toEqual([201, warnings]);
      expect((await getConversion(acme.brand.id, json.data.id)).customerHash).toBeNull();
    },
  );

  test.each(['jürgen@müller.de', ' someone@customers.test ', '用户@例え.jp'])(
    'records the order with a hash of the address and without a warning when it is "%s"',
    async (customerEmail) => {
      const { status, json } = await sendOrder(acme.admin, { customerEmail });
      expect([status, Object.keys(json)]).toEqual([201, ['data']]);
      expect((await getConversion(acme.brand.id, json.data.id)).customerHash).toEqual(expect.any(String));
    },
  );

  test('detects a self-referral in every form of an international address', async () => {
    const { trackingCode } = await invite(acme.admin, { email: 'Jürgen@müller.de' });
    for (const customerEmail of ['jürgen@xn--mller-kva.de', 'JU\u0308RGEN@MÜLLER.DE']) {
      const { data } = (await sendOrder(acme.admin, { trackingCode, customerEmail })).json;
      expect((await commissionOf(acme.admin, data)).hold).toMatchObject({ reason: 'selfReferral' });
    }
  });

  test('returns the same warning in a dry run, for a repeated order, and for a retry with the idempotency key', async () => {
    const order = { orderId: unusedOrder(), amount: 10, customerEmail: 'someone' };
    const preview = await sendOrder(acme.admin, order, '?dryRun=true');
    expect([preview.status, preview.json.warnings]).toEqual([200, warnings]);

    const request = { token: acme.admin, body: order, ...withKey(newKey()) };
    const first = await send('POST', '/conversions', request);
    expect([first.status, first.json.warnings]).toEqual([201, warnings]);
    expect((await send('POST', '/conversions', request)).text).toBe(first.text);

    const again = await sendOrder(acme.admin, order);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test.each([
    'Ada <ada@gmail.com>',
    '"Lovelace, Ada" <A.da+shop@googlemail.com>',
    'ada@gmail.com.',
    'mailto:ada@gmail.com',
  ])('detects a self-referral in %s', async (customerEmail) => {
    const brand = await createBrand();
    const { trackingCode } = await invite(brand.admin, { email: 'ada@gmail.com' });
    const { json } = await sendOrder(brand.admin, { trackingCode, customerEmail });
    expect(json.warnings).toBeUndefined();
    expect((await commissionOf(brand.admin, json.data)).hold).toMatchObject({ reason: 'selfReferral' });
  });

  test('holds the commission of an order whose address cannot be read, and of no order without an address', async () => {
    const { trackingCode } = await invite(acme.admin);
    const holdOf = async (customerEmail: string | null) => {
      const { data } = (await sendOrder(acme.admin, { trackingCode, customerEmail })).json;
      return (await commissionOf(acme.admin, data)).hold?.reason;
    };
    expect(await holdOf('ada(at)gmail.com')).toBe('customerUnreadable');
    expect([await holdOf(''), await holdOf(null)]).toEqual([undefined, undefined]);
  });
});

describe('POST /v1/conversions/bulk with an unusual customer address', () => {
  test('returns the warning beside the conversion that it concerns, also in a dry run and for a repeated order', async () => {
    const { admin } = await createBrand();
    const bad = { orderId: 'o-1', amount: 10, customerEmail: 'someone' };
    const orders = [bad, { orderId: 'o-2', amount: 10, customerEmail: 'someone@customers.test' }, bad];
    const resultsOf = async (query?: string) =>
      (await sendOrders(admin, orders, query)).json.data.map(
        ({ status, warnings: own }: { status: string; warnings?: unknown }) => [status, own],
      );
    const expected = (first: string, second: string) => [
      [first, warnings],
      [second, undefined],
      ['existing', warnings],
    ];
    expect(await resultsOf('?dryRun=true')).toEqual(expected('preview', 'preview'));
    expect(await resultsOf()).toEqual(expected('created', 'created'));
    expect(await resultsOf()).toEqual(expected('existing', 'existing'));
    expect(await resultsOf('?dryRun=true')).toEqual(expected('existing', 'existing'));
  });
});

test('the OpenAPI document describes the warnings of both endpoints that record orders', () => {
  const { content } = document.paths['/conversions'].post.responses[201];
  const schema = resolved(content['application/json'].schema, document);
  expect(schema.properties.warnings.items).toEqual({ $ref: '#/components/schemas/Warning' });
  expect(schema.required).toEqual(['data']);
  const results = document.components.schemas.BulkConversionResult.oneOf;
  const withWarnings = results.filter((result: Json) => 'warnings' in resolved(result, document).properties);
  expect(withWarnings).toHaveLength(3);
});
