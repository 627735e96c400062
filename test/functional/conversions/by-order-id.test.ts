import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/surface/api/routes.ts';
import { dataOf } from '#test/support/answers.ts';
import { readPage } from '#test/support/lists.ts';
import { recordOrder, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const at = (orderId: string, rest = ''): string =>
  `/conversions/by-order-id/${encodeURIComponent(orderId)}${rest}`;

test('every path under a conversion is also a path under the id of its order', () => {
  const under = routes.filter(({ path }) => path.startsWith('/conversions/{id}'));
  const expected = under.map(({ path }) => path.replace('{id}', 'by-order-id/{orderId}'));
  expect(under.map(({ alsoAt }) => alsoAt?.path)).toEqual(expected);
  expect(under.length).toBeGreaterThan(4);
});

describe('/v1/conversions/by-order-id/{orderId}', () => {
  test.each(['1041', 'shop/2026 %2F#7?', '~'.repeat(100), 'order:1', '..%2e'])(
    'reads, changes and refunds the order %s like its conversion',
    async (name) => {
      const { admin: token } = acme;
      const orderId = name.length === 100 ? name : `${name} ${unusedOrder()}`;
      const { id } = await recordOrder(token, { orderId });
      const changed = await dataOf(send('PATCH', at(orderId), { token, body: { externalId: orderId } }));
      expect([changed.id, changed.externalId]).toEqual([id, orderId]);
      const body = { refundId: 'a/b %2F', amount: 30 };
      const refunded = await dataOf(send('POST', at(orderId, '/refunds'), { token, body }), 201);
      expect([refunded.conversionId, refunded.orderId]).toEqual([id, orderId]);
      expect((await readPage(token, at(orderId, '/refunds'))).items).toEqual([refunded]);
      const reversal = at(orderId, `/refunds/${encodeURIComponent(body.refundId)}/reverse`);
      const reversed = await dataOf(send('POST', reversal, { token, body: {} }));
      expect([reversed.id, reversed.status]).toEqual([refunded.id, 'reversed']);
      const read = await dataOf(send('GET', at(orderId), { token }));
      expect(read).toEqual(await dataOf(send('GET', `/conversions/${id}`, { token })));
      expect(read).toMatchObject({ id, orderId, refundedAmount: 0 });
    },
  );

  test('returns 404 for an unknown or malformed order id, an order of another brand, and an order that has only pending refunds', async () => {
    const globex = await createBrand();
    const { orderId } = await recordOrder(globex.admin);
    const waiting = unusedOrder();
    const body = { orderId: waiting, refundId: 'r', amount: 1 };
    await dataOf(send('POST', '/refunds', { token: acme.admin, body }), 201);
    for (const id of ['none', orderId, waiting, 'x'.repeat(3000), ' padded', 'ä']) {
      const answers = [
        await send('GET', at(id), { token: acme.admin }),
        await send('PATCH', at(id), { token: acme.admin, body: { externalId: null } }),
        await send('POST', at(id, '/refunds'), { token: acme.admin, body: { refundId: 'r', amount: 1 } }),
        await send('GET', at(id, '/refunds'), { token: acme.admin }),
      ];
      expect(answers.map(({ json }) => json.code)).toEqual(answers.map(() => 'conversion_not_found'));
    }
    expect((await readPage(acme.admin, '/conversions', { orderId: waiting })).items).toEqual([]);
  });
});
