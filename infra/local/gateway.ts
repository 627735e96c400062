import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { now } from '#lib/foundation/shared/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { errorReply } from '#lib/surface/http/error-body.ts';
import { withStandardHeaders } from '#lib/surface/http/headers.ts';
import { maxBodyBytes } from '#lib/surface/http/json-body.ts';
import { type HttpResult, serialize } from '#lib/surface/http/response.ts';
import { serveExportFile } from './export-files.ts';
import { StageFailure } from './failure.ts';
import { hasErrorCode } from './files.ts';
import { serveMails } from './mails.ts';
import { rejectMalformedRequest } from './malformed.ts';
import { readBody } from './request-body.ts';
import type { Router } from './router.ts';

export interface Gateway {
  /** Starts serving requests, including those that have waited since the port was bound. */
  open(router: Router): void;
  close(): Promise<void>;
}

function errorResult(error: unknown, requestId: string): HttpResult {
  const result = serialize(errorReply(error));
  return { ...result, headers: withStandardHeaders(result.headers, requestId) };
}

/** Reduces an absolute URL to its path and query. A client sends one if the gateway is its proxy (RFC 9112, 3.2.2). */
function pathAndQuery(url: string): string {
  if (url.startsWith('/')) return url;
  const whole = URL.parse(url);
  return whole === null ? url : `${whole.pathname}${whole.search}`;
}

function headerPairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

const sourceIpOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '').replace(/^::ffff:/, '');

async function handleRequest(request: IncomingMessage, router: Promise<Router>): Promise<HttpResult> {
  const requestId = randomUUID();
  try {
    const body = await readBody(request);
    if (body === undefined)
      throw new DomainError('tooLarge', 'body_too_large', `The body must be at most ${maxBodyBytes} bytes`);
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

/** Replaces the older reason phrases of Node with those of RFC 9110. */
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

/** Both addresses of `localhost`. If the gateway used only one, another program could bind the other and receive requests. */
const addresses = ['127.0.0.1', '::1'] as const;

async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    if (host === '::1' && hasErrorCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) return;
    if (hasErrorCode(error, 'EADDRINUSE')) throw new PortInUse(port);
    if (hasErrorCode(error, 'EACCES'))
      throw new StageFailure(
        `This user may not listen on port ${port}. Use another port: PORT=3001 npm start`,
      );
    throw error;
  }
}

export class PortInUse extends StageFailure {
  constructor(port: number) {
    super(
      `Port ${port} is in use by another program. Stop that program, or use another port: PORT=3001 npm start`,
    );
  }
}

const idleMilliseconds = 100;
const finishMilliseconds = 10_000;

/** Uses the `close` of the TCP server. That of the HTTP server closes idle connections at once, even if a request is on its way. */
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

export async function createGateway(port: number): Promise<Gateway> {
  const router = Promise.withResolvers<Router>();
  let isOpen = false;
  let isClosing = false;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.on('error', () => {});
    if (serveExportFile(request, response) || serveMails(request, response)) return;
    handleRequest(request, router.promise)
      .then((result) => send(response, result, isClosing || !request.complete))
      .catch((error: unknown) => send(response, errorResult(error, randomUUID()), true));
  };
  // Handle invalid requests here, because the responses of Node would not have the error format of the API.
  const servers = addresses.map(() =>
    createServer({ requireHostHeader: false }, handle)
      .on('checkExpectation', handle)
      .on('clientError', rejectMalformedRequest),
  );
  const close = async (): Promise<void> => {
    isClosing = true;
    const closed = Promise.all(servers.map(closeServer));
    // The router will never exist, so close the connections of the requests that wait for it.
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
