// Builds links inside of the pages.
import type { PageContext } from './context.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Leaves out absent and empty values. */
export function pathWith(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The query without the position in the list, and without the success of a form. */
export function filtersIn(c: PageContext): Readonly<Record<string, string>> {
  const { cursor: _, done, decided, reviewed, ...rest } = c.req.query();
  return rest;
}

/** Returns the current page with some changed values of its query. */
export const samePage = (c: PageContext, changes: Query): string =>
  pathWith(c.req.path, { ...filtersIn(c), cursor: c.req.query('cursor'), ...changes });

/** Accepts only paths of this area, because a link in an e-mail of an attacker could lead to another site. */
export function localPath(path: string | undefined, base: string): string {
  const url = URL.parse(path ?? '', 'https://pages.invalid');
  const isLocal = url?.origin === 'https://pages.invalid' && /^\/[\w-]/.test(path ?? '');
  const isInside = url?.pathname === base || url?.pathname.startsWith(`${base}/`);
  return isLocal && isInside ? `${url.pathname}${url.search}` : base;
}
