// Keeps the access token of a login. Calls at the same time share one login and one refresh.
import { operations } from './generated/operations.ts';
import type { ClientOptions } from './options.ts';
import { type Outgoing, type Reply, send } from './send.ts';

interface Held {
  readonly token: string;
  readonly since: number;
}

/** A token is valid for 24 hours, and only a valid one can be refreshed. */
const refreshAfter = 12 * 60 * 60 * 1000;

const tokenIn = ({ body }: Reply): string => (body as { data: { accessToken: string } }).data.accessToken;

export function createSession(client: ClientOptions): Outgoing['token'] {
  const { baseUrl, login } = client;
  let current: Promise<Held> | undefined;

  const post = async (operation: string, body?: unknown, token?: string): Promise<string> => {
    const [method = '', path] = operation.split(' ');
    const outgoing = { method, url: `${baseUrl}${path}`, body, headers: [], options: {} };
    // A second refresh after a lost response is refused, so the session logs in instead. A second login does no harm.
    return tokenIn(
      await send(client, { ...outgoing, isRepeatable: token === undefined, token: () => token }),
    );
  };
  const logIn = async () => post(operations.auth.login, typeof login === 'function' ? await login() : login);
  const refresh = (token: string) => post(operations.auth.refresh, undefined, token).catch(logIn);

  function hold(next: Promise<string>): Promise<Held> {
    const held = next.then((token) => ({ token, since: Date.now() }));
    held.catch(() => {
      if (current === held) current = undefined;
    });
    current = held;
    return held;
  }

  return async (rejected) => {
    const before = current ?? hold(logIn());
    const { token, since } = await before;
    const isOld = Date.now() - since > refreshAfter;
    if (token !== rejected && !isOld) return token;
    // Another call has already begun to replace the token.
    if (current !== before && current !== undefined) return (await current).token;
    return (await hold(token === rejected ? logIn() : refresh(token))).token;
  };
}
