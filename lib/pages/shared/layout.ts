// Shows a page: the frame around the content of all pages.
import { assets } from './assets.ts';
import { notice } from './components.ts';
import { type PageContext, visitOf } from './context.ts';
import type { Problem } from './forms.ts';
import { type Html, html, nothing, whenever } from './html.ts';

export interface NavigationItem {
  readonly path: string;
  readonly label: string;
}

export interface PageContent {
  /** The title of the window and the heading. */
  readonly title: string;
  readonly body: Html;
  /** Beside the heading, such as a button. */
  readonly actions?: Html;
  /** The name at the top of the page. */
  readonly name?: string;
  readonly navigation?: readonly NavigationItem[];
  /** At the end of the navigation, such as the name of the person and "Sign out". */
  readonly account?: Html;
  /** Above everything else, such as the test mode. */
  readonly banner?: Html;
  /** The failure of the form, which the page shows again. */
  readonly problem?: Problem | undefined;
  /** For a page with one small form. */
  readonly isNarrow?: boolean;
  /** The colour of the brand, `#rrggbb`, for decoration. */
  readonly color?: string | undefined;
  readonly status?: 200 | 400 | 403 | 404 | 409 | 429 | 500 | 503;
}

/** The item of the current page is the one with the longest path that begins the path of the page. */
function navigationHtml(path: string, items: readonly NavigationItem[]): Html {
  const [current] = items
    .filter((item) => path === item.path || path.startsWith(`${item.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length);
  const link = (item: NavigationItem): Html =>
    item === current
      ? html`<li><a href="${item.path}" aria-current="page">${item.label}</a></li>`
      : html`<li><a href="${item.path}">${item.label}</a></li>`;
  return html`<ul>${items.map(link)}</ul>`;
}

/** The query `done` names the success of the form that has led to this page. */
function successOf(c: PageContext): string | undefined {
  const name = c.req.query('done') ?? '';
  const all = Object.values(visitOf(c).texts).flatMap((section) => ('done' in section ? [section.done] : []));
  return all.flatMap((done: Readonly<Record<string, string>>) =>
    Object.hasOwn(done, name) ? [done[name]] : [],
  )[0];
}

function noticesOf(c: PageContext, problem: Problem | undefined): Html {
  const success = problem === undefined ? successOf(c) : undefined;
  return html`${whenever(success !== undefined, () => notice('good', success ?? ''))}
${whenever(problem !== undefined, () => notice('bad', problem?.message ?? ''))}`;
}

const colorHtml = (c: PageContext, color: string | undefined): Html =>
  color !== undefined && /^#[0-9a-f]{6}$/i.test(color)
    ? html`<style nonce="${c.get('secureHeadersNonce')}">:root{--brand:${color}}</style>`
    : nothing;

const headHtml = (c: PageContext, { title, name, color }: PageContent): Html => {
  const { area } = visitOf(c);
  const { style, script } = assets();
  const whole = name === undefined ? title : `${title} · ${name}`;
  return html`<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${whole}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${area.base}/assets/${style.name}">${colorHtml(c, color)}
<script src="${area.base}/assets/${script.name}" defer></script></head>`;
};

function frameHtml(c: PageContext, { name, navigation = [], account, isNarrow }: PageContent): Html {
  const { area, texts } = visitOf(c);
  if (isNarrow === true && navigation.length === 0) return nothing;
  return html`<header class="frame"><a class="brand" href="${navigation[0]?.path ?? area.base}">${name ?? ''}</a>
<nav aria-label="${texts.common.menu}">${navigationHtml(c.req.path, navigation)}</nav>${account}</header>`;
}

export async function showPage(c: PageContext, page: PageContent): Promise<Response> {
  const { language, texts } = visitOf(c);
  const { title, body, actions, banner, problem, isNarrow = false } = page;
  const status = page.status ?? problem?.status ?? 200;
  const kind = isNarrow ? 'narrow' : 'wide';
  return c.html(
    html`<!doctype html>
<html lang="${language}">${headHtml(c, page)}
<body class="${kind}"><a class="skip" href="#content">${texts.common.skip}</a>
${banner}<div class="columns">${frameHtml(c, page)}
<main id="content"><div class="heading"><h1><bdi>${title}</bdi></h1>${actions}</div>
${noticesOf(c, problem)}${body}</main></div></body></html>`,
    status,
  );
}
