// Signs in to the console of a demo brand with one click. Deployed functions do not contain it.
import { loadFunction } from '#infra/local/handlers.ts';
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import { visitOf } from '#lib/pages/shared/context.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';
import { startSession } from '#lib/pages/shared/session.ts';
import type { Handler } from '#lib/surface/http/endpoint.ts';
import { adminOf, demoPassword } from './accounts.ts';

const path = '/console/demo-sign-in';
export const consoleAddress = (origin: string, account: string): string => `${origin}${path}?as=${account}`;

function demoPages(): Pages {
  const area = { name: 'console', base: '/console', signInPath: () => '/console/sign-in' } as const;
  const app = newPages(area);
  app.get(path, async (c) => {
    const email = adminOf(c.req.query('as') ?? 'year');
    const { accessToken } = await visitOf(c).api.auth.login({ email, password: demoPassword });
    await startSession(c, area, { token: accessToken, mode: 'live' });
    return c.redirect(area.base, 303);
  });
  return app;
}

/** Answers the sign-in of the demo, and leaves all other requests to the console. */
function withDemoSignIn(console: Handler): Handler {
  const demo = pageHandler('demo.signIn', demoPages());
  return (event, context) => (event.rawPath === path ? demo(event) : console(event, context));
}

/** Loads a function, and adds the sign-in of the demo to the console. */
export async function loadWithDemo(file: string): Promise<Handler> {
  const handler = await loadFunction(file);
  return file === 'pages/console.ts' ? withDemoSignIn(handler) : handler;
}
