// Shows a page: the frame around the content of all pages.
import { assets } from './assets.ts';
import { brandStyle } from './colors.ts';
import { type PageContext, visitOf } from './context.ts';
import type { Frame, Link } from './frame.ts';
import { type Html, html, nothing, notice, raw } from './html.ts';

export type { Frame, Link } from './frame.ts';

export interface PageContent extends Frame {
  /** The title of the window and the heading. */
  readonly title: string;
  readonly body: Html;
  /** Beside the heading, such as a button. */
  readonly actions?: Html;
  /** For a page with one small form. */
  readonly isNarrow?: boolean;
  readonly status?: 200 | 400 | 403 | 404 | 409 | 429 | 500 | 503 | undefined;
}

/** The current link is the one with the longest path that begins the path of the page. */
export function linksHtml(c: PageContext, links: readonly Link[]): Html {
  const [current] = links
    .map(([path]) => path)
    .filter((path) => c.req.path === path || c.req.path.startsWith(`${path}/`))
    .toSorted((one, other) => other.length - one.length);
  return html`<ul>${links.map(
    ([path, label]) =>
      html`<li><a href="${path}"${path === current ? html` aria-current="page"` : nothing}>${label}</a></li>`,
  )}</ul>`;
}

/** The query `done` names the success of the form that has led to this page. */
function noticeOf(c: PageContext): Html {
  const { problem, texts, area, language } = visitOf(c);
  if (problem !== undefined) return notice('bad', problem.message);
  const name = c.req.query('done') ?? '';
  const sections: readonly object[] = Object.values({ ...texts, ...area.ownTexts?.(language) });
  const all = sections.flatMap((section): readonly Readonly<Record<string, string>>[] =>
    'done' in section ? [Object(section.done)] : [],
  );
  const success = all.find((done) => Object.hasOwn(done, name))?.[name];
  return success === undefined ? nothing : notice('good', success);
}

const colorHtml = (c: PageContext, color: PageContent['color']): Html =>
  color && /^#[0-9a-f]{6}$/i.test(color)
    ? html`<style nonce="${c.get('secureHeadersNonce')}">${raw(brandStyle(color))}</style>`
    : nothing;

/** The name is beside the logo. Pages may show only images of their own origin. */
export const logoHtml = (url: PageContent['logoUrl']): Html =>
  url ? html`<img class="logo" src="${new URL(url).pathname}" alt="">` : nothing;

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

function frameHtml(c: PageContext, { name, logoUrl, navigation = [], account, isNarrow }: PageContent): Html {
  const { area, texts } = visitOf(c);
  if (isNarrow === true && navigation.length === 0) return nothing;
  return html`<header class="frame"><a class="brand" href="${navigation[0]?.[0] ?? area.base}">${logoHtml(logoUrl)}${name ?? ''}</a>
<nav aria-label="${texts.common.menu}">${linksHtml(c, navigation)}</nav>${account}</header>`;
}

export async function showPage(c: PageContext, page: PageContent): Promise<Response> {
  const { language, texts, problem } = visitOf(c);
  const { title, body, actions, banner, isNarrow = false } = page;
  const status = page.status ?? problem?.status ?? 200;
  const kind = isNarrow ? 'narrow' : 'wide';
  return c.html(
    html`<!doctype html>
<html lang="${language}">${headHtml(c, page)}
<body class="${kind}"><a class="skip" href="#content">${texts.common.skip}</a>
${banner}<div class="columns">${frameHtml(c, page)}
<main id="content"><div class="heading"><h1><bdi>${title}</bdi></h1>${actions}</div>
${noticeOf(c)}${body}</main></div></body></html>`,
    status,
  );
}
