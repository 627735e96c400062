import { beforeAll, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let creators: readonly string[];
const ordersNewestFirst: Json[] = [];

beforeAll(async () => {
  const [hour, halfHour] = [3_600_000, 1_800_000];
  useClock({ now: () => new Date(Date.now() - hour) });
  acme = await createBrand();
  const { admin } = acme;
  const [ada, grace, banned] = [await invite(admin), await invite(admin), await invite(admin)];
  const { code } = await createDiscount(admin, ada.id);
  await patch(admin, `/affiliates/${banned.id}`, { status: 'banned' });
  creators = [ada.id, grace.id, banned.id];
  useClock();
  const botClick = await send('POST', `/tracking/ref/${ada.trackingCode}`, {
    token: admin,
    body: { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
  });
  const beforeClick = new Date(Date.now() - halfHour).toISOString();
  const personClick = await send('POST', `/tracking/ref/${ada.trackingCode}`, { token: admin });
  const bodies = [
    {},
    { trackingCode: ada.trackingCode },
    { discountCode: code },
    { trackingCode: grace.trackingCode },
    { trackingCode: 'nobody-has-this' },
    { trackingCode: banned.trackingCode },
    { clickId: botClick.json.data.clickId },
    { clickId: personClick.json.data.clickId, occurredAt: beforeClick },
    {},
    { trackingCode: ada.trackingCode },
    { trackingCode: ada.trackingCode, occurredAt: '2020-01-01T00:00:00.000Z' },
  ];
  // One order per millisecond, so that the ids sort in the order of recording.
  let at = Date.now();
  useClock({ now: () => new Date(at) });
  for (const body of bodies) {
    at += 1;
    ordersNewestFirst.unshift(await recordOrder(admin, body));
  }
  useClock();
});

const attributions = [
  'attributed',
  'noReference',
  'unknownReference',
  'creatorNotYetInvited',
  'creatorInactive',
  'outsideWindow',
  'notCounted',
] as const;

describe('GET /v1/conversions', () => {
  const several = 'creatorInactive,noReference,outsideWindow';
  const combinations = [undefined, ...attributions, several, 'attributed,removed'].flatMap((attribution) =>
    [undefined, 0, 1, 2].map(
      (creator) =>
        [
          creator === undefined ? 'any creator' : `creator ${creator + 1}`,
          attribution === undefined ? 'any attribution' : `attribution ${attribution}`,
          attribution,
          creator,
        ] as const,
    ),
  );

  test.each(combinations)(
    'lists exactly the orders of %s with %s, newest first, page by page',
    async (_, __, attribution, creator) => {
      const affiliateId = creator === undefined ? undefined : creators[creator];
      const expected = ordersNewestFirst.filter(
        (order) =>
          (attribution === undefined || attribution.split(',').includes(order.receipt.attribution)) &&
          (affiliateId === undefined || order.affiliateId === affiliateId),
      );
      const filters = { ...(attribution && { attribution }), ...(affiliateId && { affiliateId }) };
      const pages = await walk(acme.member, '/conversions', { ...filters, limit: 2 });
      expect(pages.flatMap(({ items }) => items)).toEqual(expected);
      for (const { total } of pages) expect(total).toBe(expected.length);
    },
  );

  test('the test data contains an order with each attribution', () => {
    const seen = new Set(ordersNewestFirst.map(({ receipt }) => receipt.attribution));
    expect([...seen].toSorted()).toEqual([...attributions].toSorted());
  });

  test('lists and counts a fully refunded order', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const order = await recordOrder(admin, { trackingCode });
    await refund(admin, order.id);
    const { items, total } = await readPage(admin, '/conversions', { affiliateId: id });
    expect([idsOf(items), total, items[0].refundedAmount]).toEqual([[order.id], 1, 100]);
  });

  test('returns an empty list for an unknown creator', async () => {
    for (const affiliateId of [newId('affiliate', new Date()), 'nobody']) {
      const queries: readonly Query[] = [{ affiliateId }, { affiliateId, attribution: 'noReference' }];
      for (const filters of queries) {
        expect(await readPage(acme.admin, '/conversions', filters)).toEqual({
          items: [],
          total: 0,
          cursor: null,
          totalIsExact: true,
        });
      }
    }
  });

  test('finds an order by its orderId and combines this filter with the others', async () => {
    const [{ id, orderId, affiliateId } = {} as Json] = ordersNewestFirst.filter(
      (order) => order.affiliateId !== null,
    );
    const findIds = async (filters: object) => {
      const { json } = await send('GET', `/conversions?${new URLSearchParams({ ...filters })}`, {
        token: acme.admin,
      });
      expect(json.meta).toEqual({ total: json.data.length, cursor: null, totalIsExact: true });
      return idsOf(json.data);
    };
    expect(await findIds({ orderId })).toEqual([id]);
    expect(await findIds({ orderId, affiliateId, attribution: 'attributed', limit: '1' })).toEqual([id]);
    expect(await findIds({ orderId, attribution: 'noReference' })).toEqual([]);
    expect(await findIds({ orderId, affiliateId: newId('affiliate', new Date()) })).toEqual([]);
    expect(await findIds({ orderId: 'nobody has this' })).toEqual([]);
    const globex = await createBrand();
    const foreignOrder = await recordOrder(globex.admin);
    expect(await findIds({ orderId: foreignOrder.orderId })).toEqual([]);
  });

  test.each([
    ['attribution=nonsense', 'attribution'],
    ['attribution=', 'attribution'],
    ['attribution=attributed,nonsense', 'attribution'],
    ['affiliateId=%23', 'affiliateId'],
    ['orderId=', 'orderId'],
    ['orderId=o-1&cursor=nonsense', 'cursor'],
    ['customerId=', 'customerId'],
    ['occurredFrom=yesterday', 'occurredFrom'],
    ['occurredFrom=2026-03-02&occurredTo=2026-03-01', 'occurredFrom'],
    ['limit=0', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['attribution=noReference&affiliateId=aff_1&cursor=nonsense', 'cursor'],
  ])('returns 400 for the query %s', async (query, path) => {
    expectError(
      await send('GET', `/conversions?${query}`, { token: acme.admin }),
      errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]),
    );
  });

  test('returns 400 when a cursor is sent with other filters', async () => {
    const [ada, grace] = creators;
    const cursorOf = async (filters: object) =>
      (await readPage(acme.admin, '/conversions', { ...filters, limit: 1 })).cursor;
    const cursor = await cursorOf({ affiliateId: ada });
    for (const query of ['', `affiliateId=${grace}`, 'attribution=attributed']) {
      const { status } = await send('GET', `/conversions?${query}&cursor=${cursor}`.replace('?&', '?'), {
        token: acme.admin,
      });
      expect(status, query).toBe(400);
    }
  });
});
