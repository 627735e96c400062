import { beforeAll, describe, expect, test } from 'vitest';
import { createCampaign, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const refusedQuery = (path: string) =>
  errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]);

describe('GET /v1/campaigns', () => {
  test('returns an empty list for a new brand', async () => {
    const { member } = await createBrand();
    expect(await readPage(member, '/campaigns')).toEqual({
      items: [],
      total: 0,
      cursor: null,
      totalIsExact: true,
    });
  });

  test('returns every campaign in the form that POST /v1/campaigns returned, newest first, in pages of 25 by default', async () => {
    fakeClock(new Date(), 1);
    const { admin } = await createBrand();
    const created: unknown[] = [];
    for (let index = 0; index < 26; index += 1) created.unshift(await createCampaign(admin));
    const pages = await walk(admin, '/campaigns');
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [25, 26],
      [1, 26],
    ]);
    expect(pages.flatMap(({ items }) => items)).toEqual(created);
  });

  test('returns no cursor when the last page is exactly full', async () => {
    const { admin } = await createBrand();
    for (const name of ['a', 'b']) await createCampaign(admin, { name });
    expect((await readPage(admin, '/campaigns', { limit: 2 })).cursor).toBeNull();
    expect((await readPage(admin, '/campaigns', { limit: 1 })).cursor).not.toBeNull();
  });

  test('continues at the same position after the campaign that the cursor points to is deleted', async () => {
    fakeClock(new Date(), 1);
    const { admin } = await createBrand();
    const [first, second] = [await createCampaign(admin), await createCampaign(admin)];
    const { cursor } = await readPage(admin, '/campaigns', { limit: 1 });
    await send('DELETE', `/campaigns/${second.id}`, { token: admin });
    const next = await readPage(admin, '/campaigns', { limit: 1, cursor: String(cursor) });
    expect(next).toEqual({ items: [first], total: 1, cursor: null, totalIsExact: true });
  });
});

describe('GET /v1/campaigns with query parameters', () => {
  let acme: TestBrand;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    acme = await createBrand();
    for (const [status, statusPath] of [
      ['draft', []],
      ['active', ['active']],
      ['paused', ['active', 'paused']],
      ['ended', ['active', 'ended']],
    ] as const) {
      const { id } = await createCampaign(acme.admin, { name: status });
      for (const next of statusPath) await patch(acme.admin, `/campaigns/${id}`, { status: next });
      ids[status] = id;
    }
  });

  test.each(['draft', 'active', 'paused', 'ended'])(
    'returns only %s campaigns with their exact total',
    async (status) => {
      const { items, total, cursor } = await readPage(acme.admin, '/campaigns', { status });
      expect(idsOf(items)).toEqual([ids[status]]);
      expect({ total, cursor }).toEqual({ total: 1, cursor: null });
    },
  );

  test.each(['', 'deleted', 'Draft', 'open', 'total'])('rejects status="%s" with 400', async (status) => {
    const path = `/campaigns?${new URLSearchParams({ status })}`;
    expectError(await send('GET', path, { token: acme.admin }), refusedQuery('status'));
  });

  test.each(['0', '101', '', '1e1', '-1'])('rejects limit="%s" with 400', async (limit) => {
    const path = `/campaigns?${new URLSearchParams({ status: 'draft', limit })}`;
    expectError(await send('GET', path, { token: acme.admin }), refusedQuery('limit'));
  });
});
