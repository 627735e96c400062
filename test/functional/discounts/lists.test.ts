import { describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const refusedQuery = (path: string) =>
  refusal(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]);

/** Two creators, whose seven codes were made in turns; newest first. */
async function twoCreators() {
  fakeClock(new Date(), 1);
  const acme = await createBrand();
  const [ada, grace] = [await invite(acme.admin), await invite(acme.admin)];
  const discounts: { id: string; affiliateId: string }[] = [];
  for (let index = 0; index < 7; index += 1) {
    discounts.unshift(await createDiscount(acme.admin, index % 2 === 0 ? ada.id : grace.id));
  }
  return { ...acme, ada: String(ada.id), grace: String(grace.id), discounts };
}

describe('the list of discount codes', () => {
  test('is empty in a new brand', async () => {
    const { member } = await createBrand();
    expect(await readPage(member, '/discounts')).toEqual({ items: [], total: 0, cursor: null });
  });

  test('is newest first, and walked by cursor', async () => {
    const { member, discounts } = await twoCreators();
    const pages = await walk(member, '/discounts', { limit: 3 });
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
    ]);
    expect(pages.flatMap(({ items }) => items)).toEqual(discounts);
  });

  test('ends without a cursor on a page that is just full', async () => {
    const { admin } = await twoCreators();
    expect((await readPage(admin, '/discounts', { limit: 7 })).cursor).toBeNull();
  });

  test.each(['status=active', 'code=ADA', 'campaignId=x'])('has no filter %s', async (query) => {
    const { admin } = await createBrand();
    const answer = await send('GET', `/discounts?${query}`, { token: admin });
    expectRefusal(answer, refusedQuery(query.split('=')[0] ?? ''));
  });
});

describe('its filter by creator', () => {
  test('shows just that creator’s codes, counted exactly, page by page', async () => {
    const { admin, ada, grace, discounts } = await twoCreators();
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

  test('follows each deletion at once', async () => {
    const { admin, ada, discounts } = await twoCreators();
    const own = discounts.filter(({ affiliateId }) => affiliateId === ada);
    for (let left = own.length - 1; left >= 0; left -= 1) {
      await send('DELETE', `/discounts/${own[left]?.id}`, { token: admin });
      const { items, total } = await readPage(admin, '/discounts', { affiliateId: ada });
      expect([items.length, total]).toEqual([left, left]);
      expect((await readPage(admin, '/discounts')).total).toBe(3 + left);
    }
  });

  test('shows nothing for a creator that is unknown, another brand’s, or no id', async () => {
    const [{ ada }, { admin }] = [await twoCreators(), await createBrand()];
    for (const affiliateId of [newId('affiliate', new Date()), ada, 'nobody']) {
      expect(await readPage(admin, '/discounts', { affiliateId })).toEqual({
        items: [],
        total: 0,
        cursor: null,
      });
    }
  });

  test('is bound into its cursors', async () => {
    const { admin, ada, grace } = await twoCreators();
    const { cursor } = await readPage(admin, '/discounts', { affiliateId: ada, limit: 1 });
    for (const filter of ['', `affiliateId=${grace}&`]) {
      const answer = await send('GET', `/discounts?${filter}cursor=${cursor}`, { token: admin });
      expectRefusal(answer, refusedQuery('cursor'));
    }
  });

  test('may not be empty', async () => {
    const { admin } = await createBrand();
    const answer = await send('GET', '/discounts?affiliateId=', { token: admin });
    expectRefusal(answer, refusedQuery('affiliateId'));
  });
});
