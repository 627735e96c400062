// Creates the pages of an area with everything that they share: protection, language, session, files and failures.
import { Hono, type MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { languageDetector } from 'hono/language';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { now } from '#lib/foundation/shared/clock.ts';
import { apiFor } from './api.ts';
import { serveAsset } from './assets.ts';
import type { Area, PageContext, PageEnv, PageHandler } from './context.ts';
import { publicUrl } from './environment.ts';
import { errorPage, notFoundPage } from './error-page.ts';
import { readSession } from './session.ts';
import { formHandler, type Run } from './submit.ts';
import { languageOf, languages, textsOf } from './texts/texts.ts';

const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", NONCE],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

const headers = {
  contentSecurityPolicy: policy,
  strictTransportSecurity: 'max-age=63072000; includeSubDomains',
  xFrameOptions: 'DENY',
  // With `no-referrer`, browsers would send forms without their origin.
  referrerPolicy: 'same-origin',
};
const ofPages = secureHeaders(headers);
const ofLogos = secureHeaders({ ...headers, crossOriginResourcePolicy: 'cross-origin' });

/** E-mails show logos in the pages of other sites. */
const protection: MiddlewareHandler<PageEnv> = (c, next) =>
  (/^\/creators\/[^/]+\/logo\//.test(c.req.path) ? ofLogos : ofPages)(c, next);

const language = languageDetector({
  order: ['header'],
  caches: false,
  supportedLanguages: [...languages],
  fallbackLanguage: 'en',
  convertDetectedLanguage: (name) => name.slice(0, 2).toLowerCase(),
});

const addressOf = (c: PageContext): string => Object(c.env.event.requestContext).http.sourceIp;

export type Pages = Hono<PageEnv>;

export function newPages(area: Area): Pages {
  // People type a slash at the end.
  const app = new Hono<PageEnv>({ strict: false });
  app.onError(errorPage);
  app.notFound(notFoundPage);
  app.use('*', protection, language, async (c, next) => {
    const receivedAt = now();
    const session = await readSession(c, area, receivedAt);
    const selected = session?.language ?? languageOf(c.get('language' as never));
    const api = apiFor(session, addressOf(c));
    c.set('visitor', { now: receivedAt, area, session, api, language: selected, texts: textsOf(selected) });
    await next();
  });
  // The host name of a request is that of the gateway.
  app.use('*', csrf({ origin: (origin) => origin === new URL(publicUrl()).origin }));
  app.get(`${area.base}/assets/:file`, serveAsset);
  return app;
}

/** Adds a page, and the forms that it contains, by the rest of their paths. A form that is refused shows the page again. */
export function addPage(
  app: Pages,
  path: string,
  page: PageHandler,
  forms: Readonly<Record<string, Run>> = {},
): void {
  app.get(path, (c) => page(c));
  for (const [rest, run] of Object.entries(forms)) app.post(`${path}${rest}`, formHandler(page, run));
}
