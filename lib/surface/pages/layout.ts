// Surrounds the content of a page with the header, the search and the menu.
import { escapeHtml } from '#lib/access/email/rules/html.ts';

export interface Page {
  /** The path begins with a slash. */
  readonly path: string;
  readonly title: string;
  /** The heading of the page in the menu. */
  readonly group: string;
  /** The local stage renders a page when somebody opens it, so that the first page appears at once. */
  readonly render: () => string;
}

interface Section {
  readonly id: string;
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

/** Names the paths of the files that each page loads. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly searchIndex: string;
}

export const docsPath = '/v1/docs';

export const addressOf = (path: string, id: string): string => path.concat(`#${id}`);

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const textOf = (html: string): string =>
  html
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Divides a page at its headings with an id. */
export const sectionsOf = (html: string): readonly Section[] =>
  html.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [, level, id = '', heading = ''] = /^<h(\d) id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? [];
    if (level === undefined) return [];
    const text = textOf(part.slice(part.indexOf('</h')));
    return [{ id, level: Number(level), title: textOf(heading), text }];
  });

const link = (path: string, title: string, isCurrent: boolean): string =>
  `<a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;

const sectionLinks = (html: string): string => {
  const links = sectionsOf(html)
    .filter(({ level }) => level === 2)
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return links.length === 0 ? '' : `<ul>${links.join('')}</ul>`;
};

function menu(current: Page, pages: readonly Page[], html: string): string {
  const groups = Map.groupBy(pages, ({ group }) => group);
  const lists = [...groups].map(([group, members]) => {
    const items = members.map(
      (page) =>
        `<li>${link(page.path, page.title, page === current)}${page === current ? sectionLinks(html) : ''}</li>`,
    );
    return `<p>${escapeHtml(group)}</p><ul>${items.join('')}</ul>`;
  });
  return `<details class="menu"><summary>Menu</summary><nav aria-label="Pages">${lists.join('')}</nav></details>`;
}

const search =
  '<search><label for="query">Search</label><input id="query" type="search" autocomplete="off" placeholder="Search" ' +
  'aria-controls="results" hidden><p id="found" role="status"></p><ul id="results" hidden></ul></search>';

/** The home page has no menu. */
export function pageHtml(page: Page, pages: readonly Page[], assets: Assets): string {
  const isHome = page.path === '/';
  const html = page.render();
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(page.title)} · Creator affiliate service</title>` +
    `<link rel="icon" href="data:,"><link rel="stylesheet" href="${assets.style}">` +
    `<script type="module" src="${assets.script}" data-index="${assets.searchIndex}"></script></head>` +
    `<body${isHome ? ' class="home"' : ''}><a class="skip" href="#main">Skip to the content</a><header>` +
    `<a class="name" href="/">Creator affiliate service</a><nav aria-label="Main">` +
    `<a href="${docsPath}/api-guide">Guide</a><a href="${docsPath}">Reference</a>` +
    `<a href="${docsPath}/events">Events</a><a href="/v1/health">Status</a></nav>${search}</header>` +
    `${isHome ? '' : menu(page, pages, html)}<main id="main" tabindex="-1">${html}</main></body></html>`
  );
}
