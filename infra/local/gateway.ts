// What HTTP API is in a deployed stage: HTTP in, an event to the router, its handleRequest out. On loopback only.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { errorReply } from '#lib/http/error-body.ts';
import { withHeaders } from '#lib/http/headers.ts';
import { maxBodyBytes } from '#lib/http/json-body.ts';
import { type HttpResult, serialize } from '#lib/http/response.ts';
import { now } from '#lib/shared/clock.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import { StageFailure } from './failure.ts';
import { hasErrorCode } from './files.ts';
import { rejectMalformedRequest } from './malformed.ts';
import { readBody } from './request-body.ts';
import type { Router } from './router.ts';

export interface Gateway {
  /** Until then requests wait: the port is taken first, and used when all is there. */
  open(router: Router): void;
  /** Takes no more requests, and waits until those under way are answered. */
  close(): Promise<void>;
}

function errorResult(error: unknown, requestId: string): HttpResult {
  const result = serialize(errorReply(error));
  return { ...result, headers: withHeaders(result.headers, requestId) };
}

/** Path and query of a request; a client that takes this for a proxy sends the whole address (RFC 9112, 3.2.2). */
function pathAndQuery(url: string): string {
  if (url.startsWith('/')) return url;
  const whole = URL.parse(url);
  return whole === null ? url : `${whole.pathname}${whole.search}`;
}

function headerPairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

/** An IPv4 address stands as one, also where the socket is of IPv6. */
const sourceIpOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

async function handleRequest(request: IncomingMessage, router: Promise<Router>): Promise<HttpResult> {
  const requestId = randomUUID();
  try {
    const body = await readBody(request);
    if (body === undefined)
      throw new DomainError('tooLarge', `The body must be at most ${maxBodyBytes} bytes`);
    const dispatch = await router;
    return await dispatch({
      method: request.method ?? 'GET',
      url: pathAndQuery(request.url ?? '/'),
      headers: headerPairs(request.rawHeaders),
      body,
      sourceIp: sourceIpOf(request),
      requestId,
      receivedAt: now(),
    });
  } catch (error) {
    if (!(error instanceof DomainError) && !request.destroyed) {
      logger.error('gateway', { requestId, failure: error instanceof Error ? error.stack : String(error) });
    }
    return errorResult(error, requestId);
  }
}

/** Node has the reasonPhrases of an older standard here; a body's is that of RFC 9110. */
const reasonPhrases: Readonly<Record<number, string>> = {
  413: 'Content Too Large',
  422: 'Unprocessable Content',
};

function send(response: ServerResponse, result: HttpResult, isLast: boolean): void {
  const { statusCode = 200, headers = {}, cookies = [], body, isBase64Encoded = false } = result;
  response.statusCode = statusCode;
  const reasonPhrase = reasonPhrases[statusCode];
  if (reasonPhrase !== undefined) response.statusMessage = reasonPhrase;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (isLast) response.setHeader('connection', 'close');
  response.end(body === undefined ? undefined : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

/** `localhost` is one or the other, as the client prefers: whoever has only one of them taken is met by strangers. */
const addresses = ['127.0.0.1', '::1'] as const;

async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    if (host === '::1' && hasErrorCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) return;
    if (hasErrorCode(error, 'EADDRINUSE')) throw new PortInUse(port);
    if (hasErrorCode(error, 'EACCES')) throw new StageFailure(`Port ${port} may not be used by this user`);
    throw error;
  }
}

export class PortInUse extends StageFailure {
  constructor(port: number) {
    super(`Port ${port} is taken by another program. Stop that, or name another port: PORT=3001 npm start`);
  }
}

const idleMilliseconds = 100;
const finishMilliseconds = 10_000;

/**
 * Takes no new connections. Those that are kept alive have a moment to be told so with an handleRequest: the server's own
 * `close` would cut off the idle ones at once, and with them a request that is on its way.
 */
async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const timers = [
    setTimeout(() => server.closeIdleConnections(), idleMilliseconds),
    setTimeout(() => server.closeAllConnections(), finishMilliseconds),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}

/** Takes the port on loopback. */
export async function createGateway(port: number): Promise<Gateway> {
  const router = Promise.withResolvers<Router>();
  let isOpen = false;
  let isClosing = false;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.on('error', () => {});
    handleRequest(request, router.promise)
      .then((result) => send(response, result, isClosing || !request.complete))
      .catch((error: unknown) => send(response, errorResult(error, randomUUID()), true));
  };
  // Without a Host, or with an expectation it does not know, node would refuse by itself, and not in the shape of an error.
  const servers = addresses.map(() =>
    createServer({ requireHostHeader: false }, handle)
      .on('checkExpectation', handle)
      .on('clientError', rejectMalformedRequest),
  );
  const close = async (): Promise<void> => {
    isClosing = true;
    const closed = Promise.all(servers.map(closeServer));
    // Nothing will ever handleRequest those that wait for the router.
    if (!isOpen) for (const server of servers) server.closeAllConnections();
    await closed;
  };
  const open = (opened: Router): void => {
    isOpen = true;
    router.resolve(opened);
  };
  try {
    for (const [index, server] of servers.entries()) await listen(server, port, addresses[index] ?? '');
  } catch (error) {
    await close();
    throw error;
  }
  return { open, close };
}
