// Leads a creator back to the page on which the session had ended. The link of the e-mail does not know the page, so a cookie keeps it.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { localPath, pathWith } from '#lib/pages/shared/links.ts';
import { cookieOptions } from '#lib/pages/shared/session.ts';
import { portalPath } from './show.ts';

const name = 'return';
const maxAge = 3600;

export function toSignIn(c: PageContext): Response {
  const { pathname, search } = new URL(c.req.url);
  const to = c.req.method === 'GET' && pathname !== portalPath(c) ? `${pathname}${search}` : undefined;
  return c.redirect(pathWith(portalPath(c, '/sign-in'), { to }), 303);
}

export function addReturnPath(app: Pages): void {
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
