// Shows what a person can do after a failure.
import { HTTPException } from 'hono/http-exception';
import { ApiError, ConnectionError } from '#lib/client/index.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { type PageContext, visitOf } from './context.ts';
import { hidden } from './forms.ts';
import { type Html, html, notice } from './html.ts';
import { type PageContent, showPage } from './layout.ts';
import { pathWith } from './links.ts';
import { forReaders } from './messages.ts';
import { refreshAfter } from './refresh.ts';
import { endSession } from './session.ts';
import { readForm } from './submit.ts';

const startLink = (c: PageContext): Html => {
  const { area, texts } = visitOf(c);
  return html`<p><a href="${area.base}">${texts.common.toStart}</a></p>`;
};

/** Shows the failure without a frame if the person is not signed in, or if the frame fails, too. */
async function showFramed(c: PageContext, page: PageContent): Promise<Response> {
  const { area, session } = visitOf(c);
  const frame = session === undefined ? undefined : await area.frame?.(c).catch(ignoreExpected);
  return showPage(c, { isNarrow: frame === undefined, ...frame, ...page });
}

function ignoreExpected(error: unknown): undefined {
  if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
}

export const notFoundPage = (c: PageContext): Promise<Response> => {
  const { notFound, notFoundHint } = visitOf(c).texts.common;
  const body = html`<p>${notFoundHint}</p>${startLink(c)}`;
  return showFramed(c, { title: notFound, status: 404, body });
};

/** Leads to the sign-in, and then back to the page. A form was sent from the page that its address begins with. */
function toSignIn(c: PageContext): Response {
  const { area } = visitOf(c);
  const url = new URL(c.req.url);
  const path = c.req.method === 'POST' ? area.base : `${url.pathname}${url.search}`;
  endSession(c);
  return c.redirect(pathWith(area.signInPath(url.pathname), { ended: '1', to: path }), 303);
}

/** Passwords, codes and secrets must not return to the browser. */
const isSecret = (name: string): boolean => /password|code|proof|secret|key/i.test(name);

/** Repeats the request. A form keeps its `requestId`, so that it has its effect once. */
async function retryHtml(c: PageContext): Promise<Html> {
  const { tryAgain } = visitOf(c).texts.common;
  const { pathname, search } = new URL(c.req.url);
  const address = `${pathname}${search}`;
  const { entries } = c.req.method === 'POST' ? await readForm(c) : { entries: [] };
  if (c.req.method !== 'POST' || entries.some(([name]) => isSecret(name)))
    return html`<p><a role="button" href="${address}">${tryAgain}</a></p>`;
  return html`<form method="post" action="${address}">${entries.map(([name, value]) => hidden(name, value))}
<button>${tryAgain}</button></form>`;
}

/** A page that only reads repeats itself. The frame of a form would be another request to a busy service. */
async function busyPage(c: PageContext, status: 429 | 503, retryAfter = 0): Promise<Response> {
  const { busy, busyHint, busyPageHint } = visitOf(c).texts.common;
  const seconds = String(Math.max(5, retryAfter));
  c.header('retry-after', seconds);
  const retry = await retryHtml(c);
  const page = { title: busy, status };
  if (c.req.method !== 'GET')
    return showPage(c, { ...page, body: html`<p>${busyHint(seconds)}</p>${retry}`, isNarrow: true });
  refreshAfter(c, Number(seconds));
  const hint = html`<p role="status">${busyPageHint(seconds)}</p>`;
  return showFramed(c, { ...page, body: html`${hint}${retry}` });
}

function refusal(c: PageContext, status: 400 | 403 | 409, message: string): PageContent {
  const { refused } = visitOf(c).texts.common;
  return { title: refused, status, body: html`${notice('bad', message)}${startLink(c)}` };
}

/** A form of another site makes no request for the person. */
const crossSitePage = (c: PageContext): Promise<Response> =>
  showPage(c, { ...refusal(c, 403, visitOf(c).texts.common.crossSite), isNarrow: true });

function failurePage(c: PageContext, error: unknown): Promise<Response> {
  const { failed, failedHint } = visitOf(c).texts.common;
  const requestId = String(Object(c.env.event.requestContext).requestId);
  logger.error('page', { requestId, failure: error instanceof Error ? error.stack : String(error) });
  const body = html`<p>${failedHint} <code>${requestId}</code></p>${startLink(c)}`;
  return showPage(c, { title: failed, isNarrow: true, status: 500, body });
}

export function errorPage(error: Error, c: PageContext): Response | Promise<Response> {
  c.set('problem', undefined);
  if (error instanceof HTTPException) return crossSitePage(c);
  if (error instanceof ConnectionError) return busyPage(c, 503);
  if (!(error instanceof ApiError)) return failurePage(c, error);
  const { status, code, retryAfter, message } = error;
  if (code?.startsWith('token_')) return toSignIn(c);
  if (status === 429) return busyPage(c, 429, retryAfter);
  if (status >= 500) return code === 'internal_error' ? failurePage(c, error) : busyPage(c, 503, retryAfter);
  if (status === 404) return notFoundPage(c);
  const { texts } = visitOf(c);
  const details = error.details.map((detail) => forReaders(texts, detail.message)).join(' ');
  const known = code === 'validation_failed' ? details : texts.common.errors[code ?? ''];
  const text = known || forReaders(texts, message);
  return showFramed(c, refusal(c, ([403, 409] as const).find((known) => known === status) ?? 400, text));
}
