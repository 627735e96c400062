// Signs visitors in to the console, whose calls of the API reach the handlers in this process.
import { vi } from 'vitest';
import { consolePages } from '#lib/pages/console/pages.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';
import { type Account, createAccount } from './accounts.ts';
import { fetchInProcess } from './fetch-in-process.ts';
import { newVisitor } from './page-visitor.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Prepared responses of the API by `<method> <path>`, instead of the real ones. */
const prepared = new Map<string, () => Response>();

/** The calls of the API, with their headers. */
export const calls: { readonly route: string; readonly headers: Headers; readonly body: unknown }[] = [];

const fetchOrPrepared: Fetch = async (url, init) => {
  const { pathname } = new URL(url);
  const route = `${init.method} ${pathname.replace(/^\/v1/, '')}`;
  calls.push({ route, headers: new Headers(init.headers), body: init.body });
  return prepared.get(route)?.() ?? fetchInProcess(url, init);
};

vi.stubGlobal('fetch', fetchOrPrepared);

/** Until the function is called that this returns. */
export function prepareFailure(
  route: string,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): () => void {
  prepared.set(
    route,
    () =>
      new Response(JSON.stringify({ message: 'Prepared', ...body }), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      }),
  );
  return () => void prepared.delete(route);
}

export const visitConsole = () => newVisitor(pageHandler('pages.console', consolePages()));

export async function signedIn(role: 'admin' | 'member' = 'admin', given?: Account) {
  const account = given ?? (await createAccount('growth', role));
  const visitor = visitConsole();
  const { email, password } = account;
  const { status, location } = await visitor.post('/console/sign-in', { email, password });
  if (status !== 303 || location !== '/console') throw new Error(`The sign-in failed with ${status}`);
  return { ...account, visitor };
}
