// Tests the search for creators by the beginning of the name or of the e-mail address.
import { beforeAll, describe, expect, test } from 'vitest';
import { invite, patch } from '#test/support/creations.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { createBrand, send } from '#test/support/service.ts';

let token: string;
const ids: Record<string, string> = {};

const people = {
  ada: { name: 'Ada Lovelace', email: 'ada.l@creators.test' },
  adam: { name: 'Adam', email: 'first@creators.test' },
  zoe: { name: 'Zoë Straße', email: 'adele@creators.test' },
  grace: { name: 'Grace Hopper', email: 'grace@creators.test' },
} as const;

beforeAll(async () => {
  ({ admin: token } = await createBrand());
  for (const [key, person] of Object.entries(people)) ids[key] = (await invite(token, person)).id;
});

const named = (...keys: readonly (keyof typeof people)[]) => keys.map((key) => ids[key]);
const search = async (q: string, query: Query = {}) => readPage(token, '/affiliates', { q, ...query });

describe('the search for creators', () => {
  test.each([
    ['ada', ['ada', 'adam']],
    ['AD', ['ada', 'adam', 'zoe']],
    ['ada l', ['ada']],
    ['ada.l@', ['ada']],
    ['zoe', ['zoe']],
    ['Zoë STRASSE', ['zoe']],
    ['lovelace', []],
    ['g', ['grace']],
  ] as const)(
    'the text %j finds the creators whose name or e-mail address begins with it',
    async (q, keys) => {
      const found = await search(q);
      expect(idsOf(found.items)).toEqual(named(...keys));
      expect([found.total, found.totalIsExact, found.cursor]).toEqual([keys.length, true, null]);
    },
  );

  test('a creator who matches with name and address appears once, also across pages', async () => {
    for (const limit of [1, 2, 3]) {
      const pages = await walk(token, '/affiliates', { q: 'a', limit });
      expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(named('ada', 'adam', 'zoe'));
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 3));
    }
  });

  test('the search follows a changed name, and forgets the old one', async () => {
    const { id } = await invite(token, { name: 'Maria', email: 'm@creators.test' });
    await patch(token, `/affiliates/${id}`, { name: 'Joan' });
    expect(idsOf((await search('joan')).items)).toEqual([id]);
    expect((await search('maria')).items).toEqual([]);
    expect(idsOf((await search('m@')).items)).toEqual([id]);
  });

  test('a creator whose new name begins as the unchanged address appears once', async () => {
    const { id } = await invite(token, { name: 'Wilma', email: 'bert.w@creators.test' });
    expect(idsOf((await search('bert')).items)).toEqual([id]);
    await patch(token, `/affiliates/${id}`, { name: 'Bert' });
    const found = await search('bert');
    expect([idsOf(found.items), found.total]).toEqual([[id], 1]);
    await patch(token, `/affiliates/${id}`, { name: 'Wilma' });
    expect(idsOf((await search('bert')).items)).toEqual([id]);
  });

  test('the search finds no creators of another brand', async () => {
    const { admin } = await createBrand();
    expect((await readPage(admin, '/affiliates', { q: 'a' })).items).toEqual([]);
  });

  test('a cursor of another text is refused', async () => {
    const { cursor } = await search('a', { limit: 1 });
    const answer = await send('GET', `/affiliates?q=ad&cursor=${cursor}`, { token });
    expect([answer.status, answer.json.code]).toEqual([400, 'cursor_invalid']);
  });

  test.each([
    ['q=a&status=active', 'q'],
    ['q=a&createdFrom=2026-01-01', 'q'],
    ['q=a&order=asc', 'order'],
    ['q=%20', 'q'],
    [`q=${'a'.repeat(65)}`, 'q'],
  ])('the query %s is a 400 that says what is wrong', async (query, path) => {
    const { status, json } = await send('GET', `/affiliates?${query}`, { token });
    expect([status, json.details[0].message === '']).toEqual([400, false]);
    expect(json.details.map((detail: { path: string }) => detail.path).join()).toContain(path);
  });
});
