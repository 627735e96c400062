// Signs in to the console of a demo brand, or to the portal of its best creator, with one click. Deployed functions do not contain it.
import { loadFunction } from '#infra/local/handlers.ts';
import { beginSession } from '#lib/pages/portal/session.ts';
import { apiFor } from '#lib/pages/shared/api.ts';
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';
import { startSession } from '#lib/pages/shared/session.ts';
import type { Handler } from '#lib/surface/http/endpoint.ts';
import { adminOf, demoPassword } from './accounts.ts';

const paths = { console: '/console/demo-sign-in', portal: '/creators/demo-sign-in' } as const;
type Name = keyof typeof paths;

export const demoAddress = (origin: string, name: Name, account: string): string =>
  `${origin}${paths[name]}?as=${account}`;

async function logIn(c: PageContext) {
  const email = adminOf(c.req.query('as') ?? 'year');
  const { accessToken } = await visitOf(c).api.auth.login({ email, password: demoPassword });
  return { token: accessToken, mode: 'live' } as const;
}

function consoleDemo(): Pages {
  const area = { name: 'console', base: '/console', signInPath: () => '/console/sign-in' } as const;
  const app = newPages(area);
  app.get(paths.console, async (c) => {
    await startSession(c, area, await logIn(c));
    return c.redirect(area.base, 303);
  });
  return app;
}

const notYet = 'The stage is still writing the data of this brand. This page tries again by itself.';

function portalDemo(): Pages {
  const app = newPages({ name: 'portal', base: '/creators', signInPath: () => '/creators' });
  app.get(paths.portal, async (c) => {
    const brand = apiFor(await logIn(c), '127.0.0.1');
    const { data } = await brand.affiliates.list({ status: ['active'], limit: 100 });
    const [best] = data.toSorted((one, other) => other.totalOrders - one.totalOrders);
    if (best === undefined) return c.text(notYet, 503, { refresh: '3' });
    const { url } = await brand.affiliates.createSession(best.id);
    return beginSession(c, new URL(url).searchParams.get('token') ?? '');
  });
  return app;
}

/** Answers the sign-in of the demo, and leaves all other requests to the pages. */
function withDemoSignIn(name: Name, demoPages: Pages, pages: Handler): Handler {
  const demo = pageHandler('demo.signIn', demoPages);
  return (event, context) => (event.rawPath === paths[name] ? demo(event) : pages(event, context));
}

/** Loads a function, and adds the sign-in of the demo to the pages. */
export async function loadWithDemo(file: string): Promise<Handler> {
  const handler = await loadFunction(file);
  if (file === 'pages/console.ts') return withDemoSignIn('console', consoleDemo(), handler);
  return file === 'pages/portal.ts' ? withDemoSignIn('portal', portalDemo(), handler) : handler;
}
