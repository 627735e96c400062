import { beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems, replaceItem } from '#test/support/items.ts';
import { read, recordOrder, sendOrder, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

describe('an order', () => {
  test('is answered with what it became, and read again as the same', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin, member } = await createBrand();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { id: affiliateId } = await invite(admin);
    const { id: discountId, code } = await createDiscount(admin, affiliateId, { campaignId });
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
      amount: 49.9,
      refundedAmount: 0,
      currency: 'USD',
      affiliateId,
      campaignId,
      discountId,
      commissionId: expect.stringMatching(/^com_[0-9A-Z]{26}$/),
      receipt: {
        rulesVersion: 2,
        attribution: 'attributed',
        winner: 'discountCode',
        candidates: [
          {
            source: 'discountCode',
            reference: code,
            affiliateId,
            campaignId,
            clickedAt: null,
            windowDays: null,
            filtered: null,
            outcome: 'won',
            reason: null,
          },
        ],
      },
      occurredAt: '2026-02-28T23:00:00.000Z',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
    expect(await read(member, `/conversions/${json.data.id}`)).toEqual(json.data);
  });

  test('that nobody brought is kept, without creator, campaign, code and commission', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const order = await recordOrder(admin, { orderId: 'o-1', amount: 1 });
    expect(order).toEqual({
      id: order.id,
      orderId: 'o-1',
      amount: 1,
      refundedAmount: 0,
      currency: 'USD',
      affiliateId: null,
      campaignId: null,
      discountId: null,
      commissionId: null,
      receipt: { rulesVersion: 2, attribution: 'noReference', winner: null, candidates: [] },
      occurredAt: clock.now().toISOString(),
      createdAt: clock.now().toISOString(),
    });
  });

  test.each([
    ['USD', 0.01, '0.01'],
    ['USD', 9_999_999_999_999.99, '9999999999999.99'],
    ['JPY', 999_999_999_999_999, '999999999999999'],
    ['BHD', 0.001, '0.001'],
    ['CLF', 1.2345, '1.2345'],
  ])('in %s may be of %d', async (currency, amount, text) => {
    const { admin } = await createBrand('growth', { currency });
    const answer = await sendOrder(admin, { amount });
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining(`"amount":${text},`)]);
  });

  test('may be a little ahead of our clock, and however old', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    for (const occurredAt of ['2026-03-01T12:05:00.000Z', '2001-01-01T00:00:00.000Z']) {
      expect((await recordOrder(admin, { occurredAt })).occurredAt).toBe(occurredAt);
    }
    expect(clock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z');
  });

  test('has an id of the brand’s own of up to 100 printable characters', async () => {
    const { admin } = await createBrand();
    for (const orderId of ['#', `A ${'x'.repeat(98)}`, 'a/b#c{"d"}']) {
      expect((await recordOrder(admin, { orderId })).orderId).toBe(orderId);
    }
  });
});

const item = { sku: 'tea', quantity: 1 };

describe('an order is refused', () => {
  test.each([
    ['without an id', { orderId: undefined }, 'orderId'],
    ['with an empty id', { orderId: '' }, 'orderId'],
    ['with an id of 101 characters', { orderId: 'x'.repeat(101) }, 'orderId'],
    ['with a blank around its id', { orderId: ' o-1' }, 'orderId'],
    ['with an id that cannot be printed', { orderId: 'o\n1' }, 'orderId'],
    ['with an id beyond ASCII', { orderId: 'ö-1' }, 'orderId'],
    ['without an amount', { amount: undefined }, 'amount'],
    ['of nothing', { amount: 0 }, 'amount'],
    ['of less than nothing', { amount: -1 }, 'amount'],
    ['of an amount as text', { amount: '100' }, 'amount'],
    ['of half a cent', { amount: 0.005 }, 'amount'],
    ['of more decimals than cents', { amount: 10.001 }, 'amount'],
    ['of 16 digits', { amount: 10_000_000_000_000 }, 'amount'],
    ['in another currency', { currency: 'EUR' }, 'currency'],
    ['in no currency', { currency: 'XXQ' }, 'currency'],
    ['with an empty code', { discountCode: '  ' }, 'discountCode'],
    ['with a code of 101 characters', { discountCode: 'x'.repeat(101) }, 'discountCode'],
    ['with a click that is null', { clickId: null }, 'clickId'],
    ['with a tracking code that is a number', { trackingCode: 5 }, 'trackingCode'],
    ['with an empty customer', { customerId: '' }, 'customerId'],
    ['with no address as e-mail', { customerEmail: 'someone' }, 'customerEmail'],
    ['with an address that is too long', { customerEmail: `${'x'.repeat(250)}@test.test` }, 'customerEmail'],
    ['with items that are none', { items: {} }, 'items'],
    ['with 101 items', { items: Array.from({ length: 101 }, () => item) }, 'items'],
    ['with an item without an article', { items: [item, { quantity: 1 }] }, 'items.1.sku'],
    ['with an item of which there is none', { items: [{ ...item, quantity: 0 }] }, 'items.0.quantity'],
    ['with half an item', { items: [{ ...item, quantity: 0.5 }] }, 'items.0.quantity'],
    ['with an item that costs less than nothing', { items: [{ ...item, price: -1 }] }, 'items.0.price'],
    ['with an item of half a cent', { items: [item, { ...item, price: 0.005 }] }, 'items.1.price'],
    ['with an item of more than can be paid', { items: [{ ...item, price: 1e300 }] }, 'items.0.price'],
    ['with an item of next to nothing', { items: [{ ...item, price: 1e-200 }] }, 'items.0.price'],
    ['with an item that has a colour', { items: [{ ...item, colour: 'red' }] }, 'items.0.colour'],
    ['of a day', { occurredAt: '2026-03-01' }, 'occurredAt'],
    ['of a time without a zone', { occurredAt: '2026-03-01T12:00:00' }, 'occurredAt'],
    ['of a day that is none', { occurredAt: '2026-02-30T12:00:00Z' }, 'occurredAt'],
    ['of a time beyond all years', { occurredAt: '9999-12-31T23:59:59-01:00' }, 'occurredAt'],
    ['of tomorrow', { occurredAt: '2999-01-01T00:00:00.000Z' }, 'occurredAt'],
    ['with a field that is unknown', { affiliateId: 'aff_1' }, 'affiliateId'],
  ])('%s: 400, and nothing is written', async (_, body, path) => {
    const before = await allItems();
    expectRefusal(await sendOrder(acme.admin, body), refusedFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('five minutes and a moment ahead of our clock: 400', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const answer = await sendOrder(admin, { occurredAt: '2026-03-01T12:05:00.001Z' });
    expectRefusal(answer, refusedFields('occurredAt'));
  });

  test.each([
    ['JPY', 0.5],
    ['BHD', 0.0001],
    ['CLF', 0.00001],
  ])('in %s of %d: 400', async (currency, amount) => {
    const { admin } = await createBrand('growth', { currency });
    expectRefusal(await sendOrder(admin, { amount }), refusedFields('amount'));
  });

  test('with a query parameter that is unknown, or no answer to a question: 400', async () => {
    for (const [query, path] of [
      ['?dryrun=true', 'dryrun'],
      ['?dryRun=yes', 'dryRun'],
    ] as const) {
      expectRefusal(
        await sendOrder(acme.admin, {}, query),
        refusal(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]),
      );
    }
  });
});

describe('the same order again', () => {
  test('answers 200 with the same record, and writes nothing', async () => {
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
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect((await sendOrder(admin, turned)).text).toBe(first.text);
    expect(await allItems()).toEqual(before);
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 12.5,
      totalOrders: 1,
      commissionEarned: 1.25,
    });
  });

  test('is the record as it is now: refunded, and by a code that is no more', async () => {
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
    ['another code', { discountCode: 'other' }],
    ['no code', { discountCode: undefined }],
    ['a click beside it', { clickId: 'clk_1' }],
    ['another customer', { customerId: 'c-2' }],
    ['another address', { customerEmail: 'else@customers.test' }],
    ['other items', { items: [{ ...item, quantity: 2 }] }],
    ['another time', { occurredAt: '2026-01-01T00:00:00.001Z' }],
  ])('with %s is a 409, and nothing is written', async (_, change) => {
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
    expectRefusal(
      await sendOrder(acme.admin, { ...body, ...change }),
      refusal(409, `An order with this id has been recorded already, with another body: ${id}`),
    );
    expect(await allItems()).toEqual(before);
  });

  test('of another brand is another order', async () => {
    const globex = await createBrand();
    const body = { orderId: unusedOrder() };
    const [one, other] = [await recordOrder(acme.admin, body), await recordOrder(globex.admin, body)];
    expect(one.id).not.toBe(other.id);
    expect((await send('GET', `/conversions/${one.id}`, { token: globex.admin })).status).toBe(404);
  });

  test('20 times at once is recorded once: one 201, and the rest 200 with the same', async () => {
    const { admin } = await createBrand();
    const { id: affiliateId, trackingCode } = await invite(admin);
    const answers = await atOnce(20, () => sendOrder(admin, { orderId: 'o-1', trackingCode }));
    expect(statusesOf(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await sumsOf(admin, affiliateId)).toEqual({
      totalRevenue: 100,
      totalOrders: 1,
      commissionEarned: 10,
    });
    const list = await send('GET', '/conversions', { token: admin });
    expect([list.json.meta.total, list.json.data.length]).toEqual([1, 1]);
  });

  test('20 bodies under one id at once: one is recorded, the rest are 409', async () => {
    const { admin } = await createBrand();
    const answers = await atOnce(20, (index) => sendOrder(admin, { orderId: 'o-1', amount: index + 1 }));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });

  test('is told though the brand had no salt when it came first', async () => {
    const { brand, admin } = await createBrand();
    const { salt: _, ...item } = { ...(await getItem(keys.brand(brand.id))) };
    await replaceItem(item);
    const answers = await atOnce(10, (index) =>
      sendOrder(admin, { orderId: `o-${index % 2}`, customerEmail: 'someone@customers.test' }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 8, 201: 2 });
    const hashes = (await allItems()).flatMap((found) =>
      found.brandId === brand.id && typeof found.customerHash === 'string' ? [found.customerHash] : [],
    );
    expect([hashes.length, new Set(hashes).size]).toEqual([2, 1]);
  });
});

describe('a customer’s address', () => {
  test('is stored nowhere, whole or in part, and its hash is the brand’s own', async () => {
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
    const stored = await allItems();
    expect(JSON.stringify(stored)).not.toMatch(/unmistakable|customers-of/i);
    const hashesOf = (brandId: string) =>
      stored.flatMap((found) => (found.brandId === brandId ? (found.customerHash ?? []) : []));
    const [hashes, others] = [hashesOf(one.brand.id), hashesOf(other.brand.id)];
    expect([hashes.length, new Set(hashes).size]).toEqual([2, 1]);
    expect(hashes).not.toContain(others[0]);
  });
});

describe('one order is read', () => {
  test('by members, too; but recorded by admins only', async () => {
    const { id } = await recordOrder(acme.admin);
    expect((await read(acme.member, `/conversions/${id}`)).id).toBe(id);
    expectRefusal(await sendOrder(acme.member), refusal(403, 'Your role does not allow this action'));
  });
});

test('another currency is what is refused, and not the decimals that it would have', async () => {
  const { admin } = await createBrand('growth', { currency: 'JPY' });
  for (const amount of [19.99, 20]) {
    const answer = await sendOrder(admin, { amount, currency: 'USD', items: [{ ...item, price: 0.5 }] });
    expectRefusal(answer, refusedFields('currency'));
  }
  expectRefusal(await sendOrder(admin, { amount: 19.99, currency: 'JPY' }), refusedFields('amount'));
});

test('the time of an order is taken with any offset and fraction, and is the same order however it is written', async () => {
  const { admin } = await createBrand();
  const body = { orderId: 'o-1', amount: 5 };
  const first = await recordOrder(admin, { ...body, occurredAt: '2026-03-01T00:30:00+01:00' });
  expect(first.occurredAt).toBe('2026-02-28T23:30:00.000Z');
  for (const occurredAt of ['2026-02-28T23:30:00Z', '2026-02-28T23:30:00.0009Z']) {
    const again = await sendOrder(admin, { ...body, occurredAt });
    expect([again.status, again.json.data]).toEqual([200, first]);
  }
  const wrong = await sendOrder(admin, { ...body, occurredAt: '2026-02-28' });
  const message = 'Must be a date and time with an offset, as 2026-03-01T09:30:00Z (RFC 3339)';
  expect(wrong.json.details).toEqual([{ path: 'occurredAt', message }]);
});

test('what is kept of a body tells nobody what it said: the same one is kept as something else by each brand', async () => {
  const body = { orderId: 'o-1', amount: 5, customerEmail: 'someone@customers.test' };
  const kept = async () => {
    const { admin, brand } = await createBrand();
    await recordOrder(admin, body);
    return (await getItem(keys.order(brand.id, body.orderId)))?.fingerprint;
  };
  const [one, other] = [await kept(), await kept()];
  expect([typeof one, typeof other]).toEqual(['string', 'string']);
  expect(one).not.toBe(other);
});
