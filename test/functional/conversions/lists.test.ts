import { beforeAll, describe, expect, test } from 'vitest';
import { useClock } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let creators: readonly string[];
/** Newest first. */
const orders: Json[] = [];

beforeAll(async () => {
  acme = await createBrand();
  const { admin } = acme;
  const [ada, grace, banned] = [await invite(admin), await invite(admin), await invite(admin)];
  const { code } = await createDiscount(admin, ada.id);
  await patch(admin, `/affiliates/${banned.id}`, { status: 'banned' });
  creators = [ada.id, grace.id, banned.id];
  const draft = await send('POST', `/tracking/ref/${ada.trackingCode}`, {
    token: admin,
    body: { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
  });
  const click = await send('POST', `/tracking/ref/${ada.trackingCode}`, { token: admin });
  const bodies = [
    {},
    { trackingCode: ada.trackingCode },
    { discountCode: code },
    { trackingCode: grace.trackingCode },
    { trackingCode: 'nobody-has-this' },
    { trackingCode: banned.trackingCode },
    { clickId: draft.json.data.clickId },
    { clickId: click.json.data.clickId, occurredAt: '2020-01-01T00:00:00.000Z' },
    {},
    { trackingCode: ada.trackingCode },
  ];
  // One a millisecond: so their ids are in the order in which they are recorded.
  let at = Date.now();
  useClock({ now: () => new Date(at) });
  for (const body of bodies) {
    at += 1;
    orders.unshift(await recordOrder(admin, body));
  }
  useClock();
});

const attributions = [
  'attributed',
  'noReference',
  'unknownReference',
  'creatorInactive',
  'outsideWindow',
  'notCounted',
] as const;

describe('the list of conversions', () => {
  const combinations = [undefined, ...attributions].flatMap((attribution) =>
    [undefined, 0, 1, 2].map((creator) => [attribution, creator] as const),
  );

  test.each(combinations)(
    'that are %s, of creator %s, is exact, newest first, page by page',
    async (attribution, creator) => {
      const affiliateId = creator === undefined ? undefined : creators[creator];
      const expected = orders.filter(
        (order) =>
          (attribution === undefined || order.receipt.attribution === attribution) &&
          (affiliateId === undefined || order.affiliateId === affiliateId),
      );
      const filters = { ...(attribution && { attribution }), ...(affiliateId && { affiliateId }) };
      const pages = await walk(acme.member, '/conversions', { ...filters, limit: 2 });
      expect(pages.flatMap(({ items }) => items)).toEqual(expected);
      for (const { total } of pages) expect(total).toBe(expected.length);
    },
  );

  test('has something for every reason', () => {
    const seen = new Set(orders.map(({ receipt }) => receipt.attribution));
    expect([...seen].toSorted()).toEqual([...attributions].toSorted());
  });

  test('counts a refunded order as well: it is kept', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const order = await recordOrder(admin, { trackingCode });
    await refund(admin, order.id);
    const { items, total } = await readPage(admin, '/conversions', { affiliateId: id });
    expect([idsOf(items), total, items[0].refundedAmount]).toEqual([[order.id], 1, 100]);
  });

  test('of nobody is empty', async () => {
    for (const affiliateId of [newId('affiliate', new Date()), 'nobody']) {
      const queries: readonly Query[] = [{ affiliateId }, { affiliateId, attribution: 'noReference' }];
      for (const filters of queries) {
        expect(await readPage(acme.admin, '/conversions', filters)).toEqual({
          items: [],
          total: 0,
          cursor: null,
        });
      }
    }
  });

  test('of one order is found by its own id, and by no other filter than what it is', async () => {
    const [{ id, orderId, affiliateId } = {} as Json] = orders.filter((order) => order.affiliateId !== null);
    const found = async (filters: object) => {
      const { json } = await send('GET', `/conversions?${new URLSearchParams({ ...filters })}`, {
        token: acme.admin,
      });
      expect(json.meta).toEqual({ total: json.data.length, cursor: null });
      return idsOf(json.data);
    };
    expect(await found({ orderId })).toEqual([id]);
    expect(await found({ orderId, affiliateId, attribution: 'attributed', limit: '1' })).toEqual([id]);
    expect(await found({ orderId, attribution: 'noReference' })).toEqual([]);
    expect(await found({ orderId, affiliateId: newId('affiliate', new Date()) })).toEqual([]);
    expect(await found({ orderId: 'nobody has this' })).toEqual([]);
    const globex = await createBrand();
    const theirs = await recordOrder(globex.admin);
    expect(await found({ orderId: theirs.orderId })).toEqual([]);
  });

  test.each([
    ['attribution=nonsense', 'attribution'],
    ['attribution=', 'attribution'],
    ['affiliateId=%23', 'affiliateId'],
    ['orderId=', 'orderId'],
    ['orderId=o-1&cursor=nonsense', 'cursor'],
    ['customerId=c-1', 'customerId'],
    ['limit=0', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['attribution=noReference&affiliateId=aff_1&cursor=nonsense', 'cursor'],
  ])('with %s is a 400', async (query, path) => {
    expectRefusal(
      await send('GET', `/conversions?${query}`, { token: acme.admin }),
      refusal(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]),
    );
  });

  test('goes on only with the filters it began with', async () => {
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
