// Links the pages of a part of the console to each other.
import type { PageContext } from '#lib/pages/shared/context.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';

type Tab = readonly [path: string, label: string];

/** The current tab is the one with the longest path that begins the path of the page. */
export function tabsHtml(c: PageContext, label: string, tabs: readonly Tab[]): Html {
  const [current] = tabs
    .map(([path]) => path)
    .filter((path) => c.req.path === path || c.req.path.startsWith(`${path}/`))
    .toSorted((one, other) => other.length - one.length);
  return html`<nav class="tabs" aria-label="${label}"><ul>${tabs.map(([path, name]) =>
    path === current
      ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${path}">${name}</a></li>`,
  )}</ul></nav>`;
}
