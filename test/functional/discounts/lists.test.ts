import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const refusedQuery = (path: string) =>
  errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]);

/** Creates seven codes, alternating between two creators; `discounts` are sorted newest first. */
async function brandWithTwoCreators() {
  fakeClock(new Date(), 1);
  const acme = await createBrand();
  const [ada, grace] = [await invite(acme.admin), await invite(acme.admin)];
  const discounts: { id: string; affiliateId: string }[] = [];
  for (let index = 0; index < 7; index += 1) {
    discounts.unshift(await createDiscount(acme.admin, index % 2 === 0 ? ada.id : grace.id));
  }
  return { ...acme, ada: String(ada.id), grace: String(grace.id), discounts };
}

describe('GET /v1/discounts', () => {
  test('returns an empty list for a new brand', async () => {
    const { member } = await createBrand();
    expect(await readPage(member, '/discounts')).toEqual({
      items: [],
      total: 0,
      cursor: null,
      totalIsExact: true,
    });
  });

  test('returns every discount, newest first, with pagination', async () => {
    const { member, discounts } = await brandWithTwoCreators();
    const pages = await walk(member, '/discounts', { limit: 3 });
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
    ]);
    expect(pages.flatMap(({ items }) => items)).toEqual(discounts);
  });

  test('returns no cursor when the last page is exactly full', async () => {
    const { admin } = await brandWithTwoCreators();
    expect((await readPage(admin, '/discounts', { limit: 7 })).cursor).toBeNull();
  });

  test.each(['status=deleted', 'code=', 'value=15'])(
    'returns 400 for the unknown filter or value %s',
    async (query) => {
      const { admin } = await createBrand();
      const answer = await send('GET', `/discounts?${query}`, { token: admin });
      expectError(answer, refusedQuery(query.split('=')[0] ?? ''));
    },
  );
});

describe('GET /v1/discounts with affiliateId', () => {
  test('returns only the discounts of this creator, with pagination and the exact total', async () => {
    const { admin, ada, grace, discounts } = await brandWithTwoCreators();
    for (const [affiliateId, total] of [
      [ada, 4],
      [grace, 3],
    ] as const) {
      const pages = await walk(admin, '/discounts', { affiliateId, limit: 2 });
      expect(pages.map((page) => page.total)).toEqual([total, total]);
      expect(pages.flatMap(({ items }) => items)).toEqual(
        discounts.filter((discount) => discount.affiliateId === affiliateId),
      );
    }
  });

  test('reflects each deletion immediately', async () => {
    const { admin, ada, discounts } = await brandWithTwoCreators();
    const own = discounts.filter(({ affiliateId }) => affiliateId === ada);
    for (let remaining = own.length - 1; remaining >= 0; remaining -= 1) {
      await send('DELETE', `/discounts/${own[remaining]?.id}`, { token: admin });
      const { items, total } = await readPage(admin, '/discounts', { affiliateId: ada });
      expect([items.length, total]).toEqual([remaining, remaining]);
      expect((await readPage(admin, '/discounts')).total).toBe(3 + remaining);
    }
  });

  test('returns an empty list for malformed and unknown IDs and for creators of other brands', async () => {
    const [{ ada }, { admin }] = [await brandWithTwoCreators(), await createBrand()];
    for (const affiliateId of [newId('affiliate', new Date()), ada, 'nobody']) {
      expect(await readPage(admin, '/discounts', { affiliateId })).toEqual({
        items: [],
        total: 0,
        cursor: null,
        totalIsExact: true,
      });
    }
  });

  test('returns 400 for a cursor that was created with another filter', async () => {
    const { admin, ada, grace } = await brandWithTwoCreators();
    const { cursor } = await readPage(admin, '/discounts', { affiliateId: ada, limit: 1 });
    for (const filter of ['', `affiliateId=${grace}&`]) {
      const answer = await send('GET', `/discounts?${filter}cursor=${cursor}`, { token: admin });
      expectError(answer, refusedQuery('cursor'));
    }
  });

  test('returns 400 when affiliateId is empty', async () => {
    const { admin } = await createBrand();
    const answer = await send('GET', '/discounts?affiliateId=', { token: admin });
    expectError(answer, refusedQuery('affiliateId'));
  });
});
