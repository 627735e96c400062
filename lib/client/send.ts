// Sends a request until it succeeds, or fails in a way that a retry cannot change.
import { ApiError, ConnectionError } from './errors.ts';
import type { ClientOptions, RequestOptions } from './options.ts';

export interface Reply {
  /** Contains parsed JSON, the text of another type, or undefined without content. */
  readonly body: unknown;
  readonly response: Response;
}

export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  /** Later ones replace earlier ones. */
  readonly headers: readonly HeaderValues[];
  /** Repeating the request after a lost response is safe. */
  readonly isRepeatable: boolean;
  /** Returns the token of an attempt. `rejected` is the one that the service has just refused. */
  readonly token: (rejected?: string) => string | undefined | Promise<string | undefined>;
  readonly options: RequestOptions;
}

const longestBackoff = 8000;
/** The limit of requests ends within a minute. Others, such as that of logins, last longer, so the caller must decide. */
const longestWait = 60_000;

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

const asBody = (text: string, response: Response): unknown => {
  if (text === '') return undefined;
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
};

type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Later values replace earlier ones, also if their names are written differently. */
function headersFrom(...sources: readonly HeaderValues[]): Headers {
  const all = new Headers();
  for (const [name, value] of sources.flatMap(Object.entries<string | undefined>))
    if (value !== undefined) all.set(name, value);
  return all;
}

async function attempt(client: ClientOptions, outgoing: Outgoing, token: string | undefined): Promise<Reply> {
  const { method, url, body, headers, options } = outgoing;
  const { fetch = globalThis.fetch } = client;
  const timeout = AbortSignal.timeout(options.timeout ?? client.timeout ?? 30_000);
  const sent = {
    accept: 'application/json, */*;q=0.5',
    authorization: token && `Bearer ${token}`,
    'content-type': body === undefined ? undefined : 'application/json',
  };
  const init = {
    method,
    headers: headersFrom(sent, ...headers),
    // The service redirects no operation, and another origin must not receive passwords.
    redirect: 'manual' as const,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(url, init);
    return { body: asBody(await response.text(), response), response };
  } catch (cause) {
    options.signal?.throwIfAborted();
    const problem = timeout.aborted
      ? 'did not answer in time'
      : 'could not be reached, or its response was lost';
    throw new ConnectionError(`${method} ${url}: the service ${problem}`, { cause });
  }
}

function canRetry(error: unknown, { isRepeatable }: Outgoing): boolean {
  if (!(error instanceof ApiError)) return isRepeatable && error instanceof ConnectionError;
  const { status, code, retryAfter } = error;
  // A 429 and a read-only service have changed nothing. A 409 with `retry-after` waits for the first attempt of this request.
  if (status === 429 || code === 'read_only' || (status === 409 && retryAfter !== undefined)) return true;
  return isRepeatable && status >= 500;
}

function waitOf(error: unknown, failures: number): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  // Clients that were refused at the same time must not come back at the same time.
  if (retryAfter !== undefined) return retryAfter * 1000 * (1 + Math.random() / 10);
  return Math.min(1000 * 2 ** failures, longestBackoff) * (0.5 + Math.random() / 2);
}

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && ['token_expired', 'token_revoked'].includes(error.code ?? '');

export async function send(client: ClientOptions, outgoing: Outgoing): Promise<Reply> {
  const { method, options, token } = outgoing;
  const retries = options.retries ?? client.retries ?? 4;
  let used = await token();
  let hasNewToken = false;
  let mayBeDone = false;
  for (let failures = 0; ; ) {
    try {
      const reply = await attempt(client, outgoing, used);
      const { status, ok } = reply.response;
      // The attempt whose response was lost has deleted the resource.
      if (method === 'DELETE' && status === 404 && mayBeDone) return { ...reply, body: undefined };
      if (ok) return reply;
      throw new ApiError(reply.response, reply.body);
    } catch (error) {
      if (isExpired(error) && !hasNewToken) {
        const rejected = used;
        used = await token(rejected);
        hasNewToken = used !== rejected;
        if (hasNewToken) continue;
      }
      const wait = waitOf(error, failures);
      if (failures >= retries || wait > longestWait * 1.1 || !canRetry(error, outgoing)) throw error;
      failures += 1;
      mayBeDone ||= !(error instanceof ApiError) || error.status >= 500;
      await (client.pause ?? pause)(wait, options.signal);
      used = await token();
    }
  }
}
