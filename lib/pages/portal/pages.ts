// The portal of creators. The first segment of a path is the brand.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { localPath, pathWith } from '#lib/pages/shared/links.ts';
import { cookieOptions } from '#lib/pages/shared/session.ts';
import type { Language } from '#lib/pages/shared/texts/texts.ts';
import { commissionsPage } from './commissions.ts';
import { homePage } from './home.ts';
import { addJoin } from './join.ts';
import { changeLink, createLink, deleteLink, linkPage, linksPage } from './links.ts';
import { showLogo } from './logo.ts';
import { dispute, missingPage } from './missing-order.ts';
import { acceptInvitation } from './notices.ts';
import { portalFrame, portalPath, slugOf } from './page.ts';
import { detailsPage, setDetails } from './payment-details.ts';
import { payoutsPage, statementPage } from './payouts.ts';
import { changeProfile, deleteAccount, profilePage } from './profile.ts';
import { addSignIn } from './sign-in.ts';
import { portalTextsOf } from './texts.ts';
import { addPage, formHandler, visitOf } from './visit.ts';

const fieldErrors = (language: Language) => portalTextsOf(language).portal.fieldErrors;
const signInPath = (path: string): string => `/creators/${path.split('/')[2]}/sign-in`;

/** Pages without a brand: a failure may lead here. */
function addStart(app: Pages): void {
  app.get('/creators', async (c) => {
    const { session, area, texts } = visitOf(c);
    if (session?.slug !== undefined) return c.redirect(`${area.base}/${session.slug}`, 303);
    const { noBrandTitle, noBrand } = texts.portalPublic.signIn;
    return showPage(c, { title: noBrandTitle, body: html`<p>${noBrand}</p>`, isNarrow: true });
  });
}

/** The link of the e-mail does not know the page on which a session had ended, so a cookie keeps it. */
const name = 'return';
const maxAge = 3600;

function toSignIn(c: PageContext): Response {
  const { pathname, search } = new URL(c.req.url);
  const to = c.req.method === 'GET' && pathname !== portalPath(c) ? `${pathname}${search}` : undefined;
  // The newest page counts, so an earlier one must not follow the first page.
  if (to === undefined) deleteCookie(c, name, cookieOptions);
  return c.redirect(pathWith(portalPath(c, '/sign-in'), { to }), 303);
}

function addReturnPath(app: Pages): void {
  app.use('/creators/:slug/sign-in', (c, next) => {
    const to = c.req.query('to');
    if (to !== undefined) setCookie(c, name, localPath(to, portalPath(c)), { ...cookieOptions, maxAge });
    return next();
  });
  app.use('/creators/:slug/session', async (c, next) => {
    await next();
    const to = getCookie(c, name, 'host');
    if (c.res.status !== 303 || to === undefined) return;
    c.res.headers.set('location', localPath(to, portalPath(c)));
    deleteCookie(c, name, cookieOptions);
  });
}

export function portalPages(): Pages {
  const app = newPages({
    name: 'portal',
    base: '/creators',
    signInPath,
    ownTexts: portalTextsOf,
    fieldErrors,
    frame: portalFrame,
  });
  addStart(app);
  addReturnPath(app);
  app.get('/creators/:slug/logo/:hash', showLogo);
  addSignIn(app);
  addJoin(app);
  // The pages after this need a session of this brand.
  for (const path of ['/creators/:slug', '/creators/:slug/*'])
    app.use(path, async (c, next) => {
      if (visitOf(c).session?.slug === slugOf(c)) return next();
      return toSignIn(c);
    });
  const path = '/creators/:slug';
  addPage(app, path, homePage, { '/accept': acceptInvitation });
  addPage(app, `${path}/links`, linksPage, { '': createLink });
  addPage(app, `${path}/links/:id`, linkPage, { '': changeLink, '/delete': deleteLink });
  addPage(app, `${path}/commissions/missing`, missingPage, { '': dispute });
  addPage(app, `${path}/commissions`, commissionsPage);
  addPage(app, `${path}/payouts`, payoutsPage);
  addPage(app, `${path}/payouts/:id`, statementPage);
  addPage(app, `${path}/payment-details`, detailsPage, { '': setDetails });
  addPage(app, `${path}/profile`, profilePage, { '': changeProfile });
  app.post(`${path}/delete`, formHandler(profilePage, deleteAccount));
  return app;
}
