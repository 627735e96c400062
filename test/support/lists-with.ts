// Reads lists page by page with any client.
import { expect } from 'vitest';
import type { Json } from '#test/support/json.ts';
import type { Send } from './creations-with.ts';

export interface PageSeen {
  readonly items: readonly Json[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly cursor: string | null;
}

export type Query = Readonly<Record<string, string | number>>;

const withQuery = (path: string, query: Query): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size === 0 ? path : `${path}?${text}`;
};

export const idsOf = (items: readonly { readonly id: string }[]): readonly string[] =>
  items.map(({ id }) => id);

export function listsBy(send: Send) {
  async function readPage(token: string, path: string, query: Query = {}): Promise<PageSeen> {
    const answer = await send('GET', withQuery(path, query), { token });
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['data', 'meta']);
    expect(Object.keys(answer.json.meta).sort()).toEqual(['cursor', 'total', 'totalIsExact']);
    return { items: answer.json.data, ...answer.json.meta };
  }

  async function walk(
    token: string,
    path: string,
    query: Query = {},
    between: () => Promise<void> = async () => {},
  ): Promise<readonly PageSeen[]> {
    const pages: PageSeen[] = [await readPage(token, path, query)];
    for (let cursor = pages[0]?.cursor ?? null; cursor !== null; cursor = pages.at(-1)?.cursor ?? null) {
      await between();
      pages.push(await readPage(token, path, { ...query, cursor }));
    }
    return pages;
  }
  return { readPage, walk };
}
