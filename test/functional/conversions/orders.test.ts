import { beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { read, recordOrder, sendOrder, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

describe('POST /v1/conversions', () => {
  test('returns 201 with the attributed order, which GET /v1/conversions/{id} returns with its customer id and line items', async () => {
    const clock = fakeClock('2026-02-28T22:00:00.000Z');
    const { admin, member } = await createBrand();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { id: affiliateId } = await invite(admin);
    const { id: discountId, code } = await createDiscount(admin, affiliateId, { campaignId });
    clock.set('2026-03-01T12:00:00.000Z');
    const { status, json } = await sendOrder(admin, {
      orderId: 'o-1',
      amount: 49.9,
      currency: 'USD',
      discountCode: code,
      customerId: 'c-1',
      customerEmail: 'someone@customers.test',
      items: [{ sku: 'tea', name: 'Green tea', quantity: 2, price: 24.95 }],
      occurredAt: '2026-02-28T23:00:00.000Z',
    });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^cnv_[0-9A-Z]{26}$/),
      orderId: 'o-1',
      kind: 'sale',
      settledElsewhere: false,
      isTest: false,
      amount: 49.9,
      orderTotal: null,
      refundedAmount: 0,
      original: null,
      currency: 'USD',
      affiliateId,
      campaignId,
      discountId,
      externalId: null,
      isNewCustomer: null,
      canceledAt: null,
      cancelReason: null,
      metadata: {},
      commissionId: expect.stringMatching(/^com_[0-9A-Z]{26}$/),
      receipt: {
        rulesVersion: 6,
        attribution: 'attributed',
        winner: 'discountCode',
        candidates: [
          {
            source: 'discountCode',
            reference: code,
            affiliateId,
            campaignId,
            campaignReason: null,
            clickedAt: null,
            windowDays: null,
            filtered: null,
            subIds: null,
            linkId: null,
            validFrom: '2026-02-28T22:00:00.000Z',
            validTo: null,
            boundAt: null,
            boundUntil: null,
            outcome: 'won',
            reason: null,
          },
        ],
      },
      occurredAt: '2026-02-28T23:00:00.000Z',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    expect(await read(member, `/conversions/${json.data.id}`)).toEqual({
      ...json.data,
      customerId: 'c-1',
      items: [{ sku: 'tea', name: 'Green tea', quantity: 2, price: 24.95 }],
      changes: [],
    });
  });

  test('stores the line items outside the conversion, which lists read', async () => {
    const { admin } = await createBrand();
    const items = [{ sku: 'sencha', quantity: 2 }];
    const { id } = await recordOrder(admin, { items });
    const withItems = (await allItems()).filter((stored) => JSON.stringify(stored).includes('"sencha"'));
    expect(withItems).toEqual([expect.objectContaining({ conversionId: id, items })]);
    expect(await read(admin, `/conversions/${id}`)).toMatchObject({ customerId: null, items });
  });

  test('records an order that names no reference, without a creator or a commission', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const order = await recordOrder(admin, { orderId: 'o-1', amount: 1 });
    expect(order).toEqual({
      id: order.id,
      orderId: 'o-1',
      kind: 'sale',
      settledElsewhere: false,
      isTest: false,
      amount: 1,
      orderTotal: null,
      refundedAmount: 0,
      original: null,
      currency: 'USD',
      affiliateId: null,
      campaignId: null,
      discountId: null,
      externalId: null,
      isNewCustomer: null,
      canceledAt: null,
      cancelReason: null,
      metadata: {},
      commissionId: null,
      receipt: { rulesVersion: 6, attribution: 'noReference', winner: null, candidates: [] },
      occurredAt: clock.now().toISOString(),
      createdAt: clock.now().toISOString(),
    });
  });

  test.each([
    ['USD', 0.01, '0.01'],
    ['USD', 10_000_000_000, '10000000000'],
    ['JPY', 1_000_000_000_000, '1000000000000'],
    ['BHD', 0.001, '0.001'],
    ['CLF', 1.2345, '1.2345'],
  ])('accepts the amount %s %d', async (currency, amount, text) => {
    const { admin } = await createBrand('growth', { currency });
    const answer = await sendOrder(admin, { amount });
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining(`"amount":${text},`)]);
  });

  test('accepts an order of any age, and an order up to five minutes in the future', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    for (const occurredAt of ['2026-03-01T12:05:00.000Z', '2001-01-01T00:00:00.000Z']) {
      expect((await recordOrder(admin, { occurredAt })).occurredAt).toBe(occurredAt);
    }
    expect(clock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z');
  });

  test('accepts an orderId of up to 100 printable characters', async () => {
    const { admin } = await createBrand();
    for (const orderId of ['#', `A ${'x'.repeat(98)}`, 'a/b#c{"d"}']) {
      expect((await recordOrder(admin, { orderId })).orderId).toBe(orderId);
    }
  });
});

const item = { sku: 'tea', quantity: 1 };

describe('POST /v1/conversions (validation)', () => {
  test.each([
    ['without an orderId', { orderId: undefined }, 'orderId'],
    ['with an empty orderId', { orderId: '' }, 'orderId'],
    ['with an orderId of 101 characters', { orderId: 'x'.repeat(101) }, 'orderId'],
    ['with a leading space in its orderId', { orderId: ' o-1' }, 'orderId'],
    ['with a control character in its orderId', { orderId: 'o\n1' }, 'orderId'],
    ['with a non-ASCII orderId', { orderId: 'ö-1' }, 'orderId'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['with a negative amount', { amount: -1 }, 'amount'],
    ['with a text as amount', { amount: '100 USD' }, 'amount'],
    ['with a text of three decimals as amount', { amount: '10.001' }, 'amount'],
    ['with a negative text as amount', { amount: '-1' }, 'amount'],
    ['with an orderId above 2^53', { orderId: 2 ** 53 }, 'orderId'],
    ['with an amount of half a cent', { amount: 0.005 }, 'amount'],
    ['with an amount of three decimals', { amount: 10.001 }, 'amount'],
    ['with an amount of more than 10^12 cents', { amount: 10_000_000_000.01 }, 'amount'],
    ['in a currency that does not exist', { currency: 'EURO' }, 'currency'],
    ['in the currency of the brand with an exchange rate', { exchangeRate: '1' }, 'exchangeRate'],
    ['in an unknown currency', { currency: 'XXQ' }, 'currency'],
    ['with a blank discount code', { discountCode: '  ' }, 'discountCode'],
    ['with a discount code of 101 characters', { discountCode: 'x'.repeat(101) }, 'discountCode'],
    ['with a number as trackingCode', { trackingCode: 5 }, 'trackingCode'],
    ['with an empty customerId', { customerId: '' }, 'customerId'],
    ['with a number as customerEmail', { customerEmail: 5 }, 'customerEmail'],
    ['with an object as items', { items: {} }, 'items'],
    ['with a date instead of a time', { occurredAt: '2026-03-01' }, 'occurredAt'],
    ['with a time without an offset', { occurredAt: '2026-03-01T12:00:00' }, 'occurredAt'],
    ['with a date that does not exist', { occurredAt: '2026-02-30T12:00:00Z' }, 'occurredAt'],
    ['with a time after the year 9999 in UTC', { occurredAt: '9999-12-31T23:59:59-01:00' }, 'occurredAt'],
    ['with a time in the year 0', { occurredAt: '0000-06-01T00:00:00Z' }, 'occurredAt'],
    ['with a time before the year 2000', { occurredAt: '1999-12-31T23:59:59.999Z' }, 'occurredAt'],
    ['with a time in the future', { occurredAt: '2099-01-01T00:00:00.000Z' }, 'occurredAt'],
    ['with an unknown field', { affiliateId: 'aff_1' }, 'affiliateId'],
  ])('returns 400 and writes nothing for an order %s', async (_, body, path) => {
    const before = await allItems();
    expectError(await sendOrder(acme.admin, body), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 for an order five minutes and one millisecond in the future', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const answer = await sendOrder(admin, { occurredAt: '2026-03-01T12:05:00.001Z' });
    expectError(answer, invalidFields('occurredAt'));
  });

  test.each([
    ['JPY', 0.5],
    ['BHD', 0.0001],
    ['CLF', 0.00001],
  ])('returns 400 for an amount of %s %d, which has too many decimals', async (currency, amount) => {
    const { admin } = await createBrand('growth', { currency });
    expectError(await sendOrder(admin, { amount }), invalidFields('amount'));
  });

  test('returns 400 for an unknown query parameter and an invalid value of dryRun', async () => {
    for (const [query, path] of [
      ['?dryrun=true', 'dryrun'],
      ['?dryRun=yes', 'dryRun'],
    ] as const) {
      expectError(
        await sendOrder(acme.admin, {}, query),
        errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]),
      );
    }
  });
});

describe('POST /v1/conversions (deduplication)', () => {
  test('returns 200 with the recorded order and writes nothing when an order is sent again', async () => {
    const { admin } = await createBrand();
    const { id: affiliateId, trackingCode } = await invite(admin);
    const body = {
      orderId: 'o-1',
      amount: 12.5,
      trackingCode,
      customerEmail: 'someone@customers.test',
      items: [item],
    };
    const first = await sendOrder(admin, body);
    const before = await allItems();
    const again = await sendOrder(admin, body);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    expect((await sendOrder(admin, reordered)).text).toBe(first.text);
    expect(await allItems()).toEqual(before);
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 12.5,
      totalOrders: 1,
      commissionEarned: 1.25,
    });
  });

  test('returns the current order when it is sent again after a refund and the deletion of its discount code', async () => {
    const { admin } = await createBrand();
    const discount = await createDiscount(admin, (await invite(admin)).id);
    const body = { orderId: 'o-1', discountCode: discount.code };
    const order = await recordOrder(admin, body);
    await send('POST', `/conversions/${order.id}/refunds`, {
      token: admin,
      body: { refundId: 'r-1', amount: 1 },
    });
    await send('DELETE', `/discounts/${discount.id}`, { token: admin });
    const again = await sendOrder(admin, body);
    expect([again.status, again.json.data]).toEqual([200, { ...order, refundedAmount: 1 }]);
  });

  test.each([
    ['another amount', { amount: 101 }],
    ['another discount code', { discountCode: 'other' }],
    ['no discount code', { discountCode: undefined }],
    ['an additional click', { clickId: 'clk_1' }],
    ['another customer', { customerId: 'c-2' }],
    ['another e-mail address', { customerEmail: 'else@customers.test' }],
    ['other items', { items: [{ ...item, quantity: 2 }] }],
    ['another time', { occurredAt: '2026-01-01T00:00:00.001Z' }],
  ])('returns 409 and writes nothing when an order is sent again with %s', async (_, change) => {
    const body = {
      orderId: unusedOrder(),
      amount: 100,
      discountCode: 'none',
      customerId: 'c-1',
      customerEmail: 'someone@customers.test',
      items: [item],
      occurredAt: '2026-01-01T00:00:00.000Z',
    };
    const { id } = await recordOrder(acme.admin, body);
    const before = await allItems();
    expectError(
      await sendOrder(acme.admin, { ...body, ...change }),
      errorBody(
        409,
        `\`orderId\` is already used by ${id} with a different body: repeat that body, or send another \`orderId\``,
        [{ path: 'orderId', message: `Belongs to ${id}`, values: [id] }],
      ),
    );
    expect(await allItems()).toEqual(before);
  });

  test('records two orders whose orderIds differ only in letter case', async () => {
    const { admin } = await createBrand();
    const [lower, upper] = [
      await recordOrder(admin, { orderId: 'order-1' }),
      await recordOrder(admin, { orderId: 'ORDER-1' }),
    ];
    expect(lower.id).not.toBe(upper.id);
    const found = await send('GET', '/conversions?orderId=ORDER-1', { token: admin });
    expect(found.json.data).toEqual([upper]);
  });

  test('records the same orderId separately for each brand', async () => {
    const globex = await createBrand();
    const body = { orderId: unusedOrder() };
    const [one, other] = [await recordOrder(acme.admin, body), await recordOrder(globex.admin, body)];
    expect(one.id).not.toBe(other.id);
    expect((await send('GET', `/conversions/${one.id}`, { token: globex.admin })).status).toBe(404);
  });

  test('records an order once when 20 identical requests arrive at once', async () => {
    const { admin } = await createBrand();
    const { id: affiliateId, trackingCode } = await invite(admin);
    const answers = await runConcurrently(20, () => sendOrder(admin, { orderId: 'o-1', trackingCode }));
    expect(countByStatus(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 100,
      totalOrders: 1,
      commissionEarned: 10,
    });
    const list = await send('GET', '/conversions', { token: admin });
    expect([list.json.meta.total, list.json.data.length]).toEqual([1, 1]);
  });

  test('records one of 20 different orders that arrive at once with the same orderId', async () => {
    const { admin } = await createBrand();
    const answers = await runConcurrently(20, (index) =>
      sendOrder(admin, { orderId: 'o-1', amount: index + 1 }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe('POST /v1/conversions (customer e-mail address)', () => {
  test('stores a customer’s e-mail address only as a hash that differs between brands', async () => {
    const [one, other] = [await createBrand(), await createBrand()];
    const order = { customerEmail: 'Unmistakable.Person@Customers-Of.test' };
    for (const { admin } of [one, other]) {
      const { trackingCode } = await invite(admin);
      const { id } = await recordOrder(admin, { ...order, trackingCode });
      await recordOrder(admin, { customerEmail: order.customerEmail.toLowerCase(), trackingCode });
      await send('POST', `/conversions/${id}/refunds`, {
        token: admin,
        body: { refundId: 'r-1', amount: 1 },
      });
    }
    const items = await allItems();
    expect(JSON.stringify(items)).not.toMatch(/unmistakable|customers-of/i);
    const hashesOf = (brandId: string) =>
      items.flatMap((stored) => (stored.brandId === brandId ? (stored.customerHash ?? []) : []));
    const [hashes, others] = [hashesOf(one.brand.id), hashesOf(other.brand.id)];
    for (const stored of [hashes, others]) expect([stored.length, new Set(stored).size]).toEqual([2, 1]);
    expect(hashes).not.toContain(others[0]);
  });
});

describe('/v1/conversions', () => {
  test('allows users with the role member to read orders, but only admins to record them', async () => {
    const { id } = await recordOrder(acme.admin);
    expect((await read(acme.member, `/conversions/${id}`)).id).toBe(id);
    expectError(await sendOrder(acme.member), errorBody(403, 'Your role does not allow this action'));
  });
});

test('POST /v1/conversions checks the decimals of an amount by the currency of the order', async () => {
  const { admin } = await createBrand('growth', { currency: 'JPY' });
  const amounts = { amount: 19.99, items: [{ ...item, price: 0.5 }] };
  await recordOrder(admin, { ...amounts, currency: 'USD', exchangeRate: '150' });
  expectError(await sendOrder(admin, { ...amounts, currency: 'JPY' }), invalidFields('amount'));
});

test('POST /v1/conversions accepts occurredAt with any UTC offset and fraction, and deduplicates orders with equivalent times', async () => {
  const { admin } = await createBrand();
  const body = { orderId: 'o-1', amount: 5 };
  const first = await recordOrder(admin, { ...body, occurredAt: '2026-03-01T00:30:00+01:00' });
  expect(first.occurredAt).toBe('2026-02-28T23:30:00.000Z');
  for (const occurredAt of ['2026-02-28T23:30:00Z', '2026-02-28T23:30:00.0009Z']) {
    const again = await sendOrder(admin, { ...body, occurredAt });
    expect([again.status, again.json.data]).toEqual([200, first]);
  }
  const dateOnly = await sendOrder(admin, { ...body, occurredAt: '2026-02-28' });
  const message = 'Must be a date and time with an offset, such as 2026-03-01T09:30:00Z (RFC 3339)';
  expect(dateOnly.json.details).toEqual([{ path: 'occurredAt', message }]);
});

test('POST /v1/conversions stores a fingerprint of the order that differs between brands', async () => {
  const body = { orderId: 'o-1', amount: 5, customerEmail: 'someone@customers.test' };
  const recordFingerprint = async () => {
    const { admin, brand } = await createBrand();
    await recordOrder(admin, body);
    return (await getItem(keys.order(brand.id, body.orderId)))?.fingerprint;
  };
  const [one, other] = [await recordFingerprint(), await recordFingerprint()];
  expect([typeof one, typeof other]).toEqual(['string', 'string']);
  expect(one).not.toBe(other);
});
