import { beforeAll, describe, expect, test } from 'vitest';
import { invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

/** Creates each creator one millisecond after the previous one; `ids` are sorted newest first. */
async function brandWithCreators(count: number): Promise<TestBrand & { ids: readonly string[] }> {
  fakeClock(new Date(), 1);
  const acme = await createBrand();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.unshift((await invite(acme.admin)).id);
  return { ...acme, ids };
}

const refusedQuery = (path: string) =>
  errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]);

describe('GET /v1/affiliates', () => {
  test('returns an empty list for a new brand', async () => {
    const { member } = await createBrand();
    const answer = await send('GET', '/affiliates', { token: member });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: [], meta: { total: 0, cursor: null, totalIsExact: true } });
  });

  test('returns every creator, newest first, in pages of 25 by default', async () => {
    const { admin, ids } = await brandWithCreators(30);
    const pages = await walk(admin, '/affiliates');
    expect(pages.map(({ items }) => items.length)).toEqual([25, 5]);
    expect(pages.map(({ total }) => total)).toEqual([30, 30]);
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(ids);
  });

  test('returns each creator in the form that POST /v1/affiliates/invite returns', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin, {
      name: 'Ada',
      commissionOverride: { type: 'percentage', value: 3 },
    });
    expect((await readPage(admin, '/affiliates')).items).toEqual([creator]);
  });

  test('excludes creators of other brands', async () => {
    const [acme, globex] = await Promise.all([createBrand(), createBrand()]);
    await invite(globex.admin);
    expect(await readPage(acme.admin, '/affiliates')).toEqual({
      items: [],
      total: 0,
      cursor: null,
      totalIsExact: true,
    });
  });

  test.each([
    [1, [1, 1, 1, 1, 1, 1]],
    [2, [2, 2, 2]],
    [3, [3, 3]],
    [4, [4, 2]],
    [5, [5, 1]],
    [6, [6]],
    [100, [6]],
  ])(
    'splits six creators with limit=%i into pages of the sizes %j and returns no cursor on the last page',
    async (limit, lengths) => {
      const { admin, ids } = await brandWithCreators(6);
      const pages = await walk(admin, '/affiliates', { limit });
      expect(pages.map(({ items }) => items.length)).toEqual(lengths);
      expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(ids);
      expect(pages.at(-1)?.cursor).toBeNull();
    },
  );

  test('accepts a cursor together with a different limit', async () => {
    const { admin, ids } = await brandWithCreators(6);
    const { cursor } = await readPage(admin, '/affiliates', { limit: 2 });
    const rest = await readPage(admin, '/affiliates', { limit: 50, cursor: String(cursor) });
    expect(idsOf(rest.items)).toEqual(ids.slice(2));
  });
});

describe('GET /v1/affiliates (query validation)', () => {
  let acme: TestBrand;
  beforeAll(async () => {
    acme = await createBrand();
  });

  test.each(['1', '25', '99', '100'])('accepts limit=%s', async (limit) => {
    expect((await send('GET', `/affiliates?limit=${limit}`, { token: acme.admin })).status).toBe(200);
  });

  test.each([
    '0',
    '101',
    '1000',
    '',
    '1e1',
    '-1',
    '+1',
    '01',
    '1.0',
    '1.5',
    ' 1',
    '0x10',
    'ten',
    'NaN',
    '1,2',
  ])('rejects limit="%s" with 400', async (limit) => {
    const path = `/affiliates?${new URLSearchParams({ limit })}`;
    expectError(await send('GET', path, { token: acme.admin }), refusedQuery('limit'));
  });

  test('returns 400 when limit appears twice', async () => {
    const answer = await send('GET', '/affiliates?limit=1&limit=2', { token: acme.admin });
    expectError(answer, refusedQuery('limit'));
  });

  test.each(['page=2', 'offset=10', 'Limit=1', 'status[]=active', 'sort=name', 'name=Ada'])(
    'returns 400 for the unknown parameter %s',
    async (query) => {
      const answer = await send('GET', `/affiliates?${query}`, { token: acme.admin });
      const [path = ''] = decodeURIComponent(query).split('=');
      expectError(
        answer,
        errorBody(400, 'Invalid query parameters', [{ path, message: 'Unknown query parameter' }]),
      );
    },
  );
});

describe('GET /v1/affiliates with a cursor', () => {
  test('returns the same page each time and for every user of the brand', async () => {
    const { brand, admin, ids } = await brandWithCreators(3);
    const { cursor } = await readPage(admin, '/affiliates', { limit: 1 });
    const other = await newToken(brand.id, 'member');
    for (const token of [admin, other.token, admin]) {
      const page = await readPage(token, '/affiliates', { limit: 1, cursor: String(cursor) });
      expect(idsOf(page.items)).toEqual([ids[1]]);
    }
  });

  test('returns 400 when the cursor belongs to another brand, endpoint or filter', async () => {
    const [acme, globex] = [await brandWithCreators(2), await brandWithCreators(2)];
    for (const name of ['a', 'b']) {
      await send('POST', '/campaigns', { token: acme.admin, body: { name } });
    }
    const firstCursor = async (token: string, path: string, query = {}) =>
      String((await readPage(token, path, { limit: 1, ...query })).cursor);
    const foreign = [
      await firstCursor(globex.admin, '/affiliates'),
      await firstCursor(acme.admin, '/campaigns'),
      await firstCursor(acme.admin, '/affiliates', { status: 'invited' }),
    ];
    for (const cursor of foreign) {
      const answer = await send('GET', `/affiliates?cursor=${cursor}`, { token: acme.admin });
      expectError(answer, refusedQuery('cursor'));
    }
    const unfiltered = await firstCursor(acme.admin, '/affiliates');
    for (const filter of ['status=invited', 'status=active']) {
      const answer = await send('GET', `/affiliates?${filter}&cursor=${unfiltered}`, { token: acme.admin });
      expectError(answer, refusedQuery('cursor'));
    }
  });

  test('returns 400 when the cursor is modified, truncated or extended', async () => {
    const { admin } = await brandWithCreators(2);
    const cursor = String((await readPage(admin, '/affiliates', { limit: 1 })).cursor);
    const modified = Array.from(cursor, (character, index) =>
      [cursor.slice(0, index), character === 'A' ? 'B' : 'A', cursor.slice(index + 1)].join(''),
    );
    const others = ['', 'A', 'null', cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`];
    for (const invalid of [...modified, ...others, 'a'.repeat(513)]) {
      const path = `/affiliates?${new URLSearchParams({ cursor: invalid })}`;
      expectError(await send('GET', path, { token: admin }), refusedQuery('cursor'));
    }
  });
});

describe('GET /v1/affiliates with a status filter', () => {
  test('returns only matching creators with an exact total immediately after each write', async () => {
    const { admin } = await createBrand();
    const totals = async () =>
      Object.fromEntries(
        await Promise.all(
          ['invited', 'active', 'paused', 'banned'].map(async (status) => {
            const page = await readPage(admin, '/affiliates', { status });
            expect(page.items.every((item) => item.status === status)).toBe(true);
            expect(page.items).toHaveLength(page.total);
            return [status, page.total];
          }),
        ),
      );
    const ada = await invite(admin);
    await invite(admin);
    expect(await totals()).toEqual({ invited: 2, active: 0, paused: 0, banned: 0 });
    await patch(admin, `/affiliates/${ada.id}`, { status: 'active' });
    expect(await totals()).toEqual({ invited: 1, active: 1, paused: 0, banned: 0 });
    await patch(admin, `/affiliates/${ada.id}`, { status: 'paused' });
    expect(await totals()).toEqual({ invited: 1, active: 0, paused: 1, banned: 0 });
    await patch(admin, `/affiliates/${ada.id}`, { status: 'banned' });
    expect(await totals()).toEqual({ invited: 1, active: 0, paused: 0, banned: 1 });
    expect((await readPage(admin, '/affiliates')).total).toBe(2);
  });

  test('splits the matching creators into pages', async () => {
    const { admin, ids } = await brandWithCreators(7);
    const active = ids.filter((_, index) => index % 2 === 0);
    for (const id of active) await patch(admin, `/affiliates/${id}`, { status: 'active' });
    const pages = await walk(admin, '/affiliates', { status: 'active', limit: 2 });
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(active);
    expect(pages.map(({ total }) => total)).toEqual([4, 4]);
  });

  test.each(['', 'retired', 'ACTIVE', 'active,', ',', 'active,retired', 'active, paused', 'total'])(
    'rejects status="%s" with 400',
    async (status) => {
      const { admin } = await createBrand();
      const answer = await send('GET', `/affiliates?${new URLSearchParams({ status })}`, { token: admin });
      expectError(answer, refusedQuery('status'));
    },
  );
});
