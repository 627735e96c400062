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
import { fullestAccount, isWritingYear } from './seed.ts';

const paths = { console: '/console/demo-sign-in', portal: '/creators/demo-sign-in' } as const;
type Name = keyof typeof paths;

export const demoAddress = (origin: string, name: Name): string => `${origin}${paths[name]}`;

const accountIn = async (c: PageContext): Promise<string> => c.req.query('as') ?? (await fullestAccount());

async function logIn(c: PageContext) {
  const email = adminOf(await accountIn(c));
  const { accessToken } = await visitOf(c).api.auth.login({ email, password: demoPassword });
  return { token: accessToken, mode: 'live' } as const;
}

/** Figures of half a year would look like faults. */
const isIncomplete = async (c: PageContext): Promise<boolean> =>
  isWritingYear() && (await accountIn(c)) === 'year';

/** A success, because a failure would be in the log each time. */
const notYet = (c: PageContext): Response =>
  c.text(
    'The stage is still writing the data of this brand, for up to a minute. This page tries again by itself.',
    200,
    { refresh: '2' },
  );

function consoleDemo(): Pages {
  const area = { name: 'console', base: '/console', signInPath: () => '/console/sign-in' } as const;
  const app = newPages(area);
  app.get(paths.console, async (c) => {
    if (await isIncomplete(c)) return notYet(c);
    await startSession(c, area, await logIn(c));
    return c.redirect(area.base, 303);
  });
  return app;
}

function portalDemo(): Pages {
  const app = newPages({ name: 'portal', base: '/creators', signInPath: () => '/creators' });
  app.get(paths.portal, async (c) => {
    if (await isIncomplete(c)) return notYet(c);
    const brand = apiFor(await logIn(c), '127.0.0.1');
    const { data } = await brand.affiliates.list({ status: ['active'], limit: 100 });
    const [best] = data.toSorted((one, other) => other.totalOrders - one.totalOrders);
    if (best === undefined) return notYet(c);
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
