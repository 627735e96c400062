// Tests that an order is recorded as shops send it, and that it is recognized and attributed however it is spelled.
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { createDiscount, invite, unusedCode } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { read, recordOrder, sendOrder, sendRefund, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

describe('an order as shops send it', () => {
  test('an order is recorded with a number as id, texts as amounts, and a currency in lower case', async () => {
    const order = { orderId: 1041, customerId: 7, amount: '49.90', currency: 'usd' };
    const items = [{ sku: '', name: 'Shirt', quantity: 1, price: '49.900' }, { quantity: 2 }];
    const { status, json } = await sendOrder(acme.admin, { ...order, items });
    expect([status, json.warnings]).toEqual([201, undefined]);
    expect(await read(acme.admin, `/conversions/${json.data.id}`)).toMatchObject({
      ...{ orderId: '1041', customerId: '7', amount: 49.9, currency: 'USD' },
      items: [{ name: 'Shirt', quantity: 1, price: 49.9 }, { quantity: 2 }],
    });
    const refund = await sendRefund(acme.admin, json.data.id, { refundId: 5, amount: '9.90' });
    expect(refund.json.data).toMatchObject({ refundId: '5', amount: 9.9 });
  });

  test('an order is recorded without line items that are invalid or above 250, with a warning for each of the first ten', async () => {
    const valid = { sku: 'a', quantity: 1 };
    const invalid = [{ quantity: 0 }, { ...valid, price: 0.005 }, { ...valid, colour: 'red' }, 'shirt', null];
    const items = [...invalid, ...Array(250).fill(valid)];
    const { status, json } = await sendOrder(acme.admin, { items });
    expect(status).toBe(201);
    expect(json.warnings.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual(
      ['items', 'items.0', 'items.1', 'items.2', 'items.3', 'items.4'].map((path) => [
        'line_item_ignored',
        path,
      ]),
    );
    expect(json.warnings[2].message).toBe(
      'Ignored, because it is invalid: price: Must have at most 2 decimals (USD)',
    );
    expect((await read(acme.admin, `/conversions/${json.data.id}`)).items).toHaveLength(245);
    const many = await sendOrder(acme.admin, { items: Array(300).fill({}) });
    expect([many.status, many.json.warnings.length]).toEqual([201, 10]);
  });

  test('a free order is recorded without a commission, counts, and cannot be refunded', async () => {
    const { admin, brand } = await createBrand();
    const creator = await invite(admin);
    const order = await recordOrder(admin, { amount: 0, trackingCode: creator.trackingCode });
    expect(order).toMatchObject({ amount: 0, affiliateId: creator.id, commissionId: null });
    expect(order.receipt.attribution).toBe('attributed');
    expect(await sumsOf(admin, creator.id)).toEqual({ totalRevenue: 0, totalOrders: 1, commissionEarned: 0 });
    const refund = await sendRefund(admin, order.id, { refundId: 'r' });
    expect([refund.status, refund.json.message]).toEqual([
      409,
      'The order is free, so nothing can be refunded',
    ]);
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });
});

describe('an order that is sent again', () => {
  const first = () => ({ orderId: unusedOrder(), amount: 49.9, customerEmail: 'ada@customers.test' });

  test.each([
    ['references in another letter case', { trackingCode: 'BOBX', discountCode: 'SPRING\u200b' }],
    ['the currency of the brand', { currency: 'USD' }],
    ['an empty metadata and no line items', { metadata: {}, items: [] }],
    ['a text as amount', { amount: '49.90' }],
    ['a display name before the address', { customerEmail: 'Ada <ADA@customers.test>' }],
  ])('a repeated order is the same with %s', async (_, change) => {
    const body = { ...first(), trackingCode: 'bobx', discountCode: 'spring' };
    const recorded = await recordOrder(acme.admin, body);
    const again = await sendOrder(acme.admin, { ...body, ...change });
    expect([again.status, again.json.data]).toEqual([200, recorded]);
  });

  test('a repeated order is the same with the time at which it was recorded, and another one with another time', async () => {
    const body = first();
    const recorded = await recordOrder(acme.admin, body);
    const again = await sendOrder(acme.admin, { ...body, occurredAt: recorded.occurredAt });
    expect([again.status, again.json.data]).toEqual([200, recorded]);
    const other = await sendOrder(acme.admin, { ...body, occurredAt: '2026-01-01T00:00:00Z' });
    expect([other.status, other.json.code]).toEqual([409, 'order_id_reused']);
  });

  test('a bulk dry run recognizes an order that it contains twice in different spellings', async () => {
    const before = await allItems();
    const body = { ...first(), trackingCode: 'bobx' };
    const conversions = [body, { ...body, trackingCode: 'BOBX', metadata: {} }];
    const { json } = await send('POST', '/conversions/bulk?dryRun=true', {
      token: acme.admin,
      body: { conversions },
    });
    expect(json.data.map(({ status }: { status: string }) => status)).toEqual(['preview', 'existing']);
    expect(await allItems()).toEqual(before);
  });
});

describe('a reference that was damaged by copying', () => {
  /** Letters and digits in their full-width form. */
  const wide = (text: string): string =>
    text.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

  // craftcms/commerce issue 1763
  test.each([
    ['a zero-width space', (code: string) => `${code}\u200b`],
    ['a byte order mark', (code: string) => `\ufeff${code}`],
    ['full-width letters', wide],
    ['another letter case', (code: string) => code.toUpperCase()],
    ['lower case', (code: string) => code.toLowerCase()],
  ])('a reference is found with %s', async (_, damaged) => {
    const creator = await invite(acme.admin);
    const { code } = await createDiscount(acme.admin, creator.id, { code: unusedCode() });
    const click = await send('POST', `/tracking/ref/${creator.trackingCode}`, { token: acme.admin });
    const references = {
      discountCode: code,
      clickId: click.json.data.clickId,
      trackingCode: creator.trackingCode,
    };
    for (const [name, reference] of Object.entries(references)) {
      const order = await recordOrder(acme.admin, { [name]: damaged(reference) });
      expect([name, order.affiliateId], damaged(reference)).toEqual([name, creator.id]);
      expect(order.receipt.candidates[0].reference).toBe(damaged(reference).trim());
    }
  });
});

test.each([
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }, 'prefetch'],
  ['a link preview', { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } }, 'preview'],
])(
  'an order with the click of %s is attributed, and the receipt names the filter',
  async (_, sent, filtered) => {
    const creator = await invite(acme.admin);
    const link = await send('GET', `/tracking/ref/${creator.trackingCode}`, sent);
    const clickId = new URL(link.headers.location ?? '').searchParams.get('clickId') ?? '';
    const order = await recordOrder(acme.admin, { clickId });
    expect([order.affiliateId, order.receipt.winner]).toEqual([creator.id, 'click']);
    expect(order.receipt.candidates[0]).toMatchObject({ outcome: 'won', filtered });
  },
);

test('the OpenAPI document requires the id of an order, and allows numbers and texts for both', async () => {
  const { required, properties } = (await send('GET', '/openapi.json')).json.components.schemas
    .ConversionInput;
  expect(required).toEqual(['orderId']);
  expect([properties.orderId.type, properties.amount.type]).toEqual([
    ['string', 'integer'],
    ['number', 'string', 'null'],
  ]);
});
