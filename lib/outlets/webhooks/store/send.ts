// Sends one request, such as a webhook. The receiver is a stranger: it may be slow, answer without end, or point to an address of this network.
import { lookup as resolveAddresses } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#lib/foundation/shared/public-hosts.ts';
import { failureOf, RefusedAddress, statusError } from '#lib/outlets/webhooks/rules/failures.ts';
import { isAllowedLoopbackUrl } from '#lib/outlets/webhooks/rules/loopback.ts';
import { printable } from '#lib/outlets/webhooks/rules/response-text.ts';
import { limitReceivedBytes } from './received-bytes.ts';

export interface Webhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Defaults to POST. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
}

interface AttemptResult {
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly response: string | null;
}

interface Options {
  readonly limitMilliseconds?: number;
  /** The response is cut off after these bytes. Defaults to 1 KB. */
  readonly maxResponseBytes?: number;
  readonly resolve?: typeof resolveAddresses;
  readonly isAllowed?: (address: string) => boolean;
}

type Network = Required<Pick<Options, 'resolve' | 'isAllowed'>>;

export const attemptMilliseconds = 10_000;
const shortResponseBytes = 1024;

/** The connection uses the checked addresses, so that a second look-up cannot lead to another one. */
const checkedLookup =
  ({ resolve, isAllowed }: Network): LookupFunction =>
  (hostname, options, respond) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return respond(error, []);
      // Node does not catch an empty list, and the exception would end the process.
      if (addresses.length === 0) return respond(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
      const refused = addresses.find(({ address }) => !isAllowed(address));
      respond(refused === undefined ? null : new RefusedAddress(), addresses);
    });
  };

function open({ url, headers, body, method = 'POST' }: Webhook, network: Network): ClientRequest {
  const isLoopback = isAllowedLoopbackUrl(url);
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLoopback) throw new RefusedAddress();
  // Node looks up names only, so an address is checked here.
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isLoopback && isIP(address) !== 0 && !network.isAllowed(address)) throw new RefusedAddress();
  const options = {
    method,
    // An attempt has a connection of its own, so that its address is checked.
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'creator-affiliate-service/1',
    },
    ...(!isLoopback && { lookup: checkedLookup(network) }),
  };
  return protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
}

/** Reads the first bytes into `chunks` and then closes the connection. */
async function readFirstBytes(incoming: IncomingMessage, chunks: Buffer[], maxBytes: number): Promise<void> {
  let length = 0;
  for await (const chunk of incoming) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) return;
  }
}

const textOf = (chunks: readonly Buffer[], maxBytes: number): string =>
  printable(Buffer.concat(chunks).subarray(0, maxBytes));

interface Ends {
  readonly stop: AbortController;
  /** Ends the request at the time limit, or when it is stopped. */
  readonly signal: AbortSignal;
}

function send(webhook: Webhook, network: Network, { stop, signal }: Ends): Promise<IncomingMessage> {
  return new Promise((succeed, fail) => {
    const outgoing = open(webhook, network);
    signal.addEventListener('abort', () => outgoing.destroy(signal.reason), { once: true });
    outgoing.on('socket', (socket) => limitReceivedBytes(socket, stop));
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      // Node never ends the body of a response that switches protocols.
      incoming.push(null);
      succeed(incoming);
    });
    outgoing.on('response', succeed).on('error', fail).end(webhook.body);
  });
}

/** Rejects when the request must end, because Node can end a request or a response without an error. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });

/** Never throws: each failure is a result. */
export async function sendWebhook(
  webhook: Webhook,
  {
    limitMilliseconds = attemptMilliseconds,
    maxResponseBytes = shortResponseBytes,
    resolve = resolveAddresses,
    isAllowed = isPublicAddress,
  }: Options = {},
): Promise<AttemptResult> {
  const start = performance.now();
  const stop = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limitMilliseconds), stop.signal]);
  const result = (rest: Omit<AttemptResult, 'durationMs'>) => ({
    ...rest,
    durationMs: Math.round(performance.now() - start),
  });
  const end = endOf(signal);
  let status: number | null = null;
  const chunks: Buffer[] = [];
  try {
    const incoming = await Promise.race([end, send(webhook, { resolve, isAllowed }, { stop, signal })]);
    status = incoming.statusCode ?? 0;
    await Promise.race([end, readFirstBytes(incoming, chunks, maxResponseBytes)]);
    return result({ status, error: statusError(status), response: textOf(chunks, maxResponseBytes) });
  } catch (error) {
    const failure = signal.aborted ? signal.reason : error;
    // The beginning of a response that did not end helps to find the cause.
    const response = chunks.length === 0 ? null : textOf(chunks, maxResponseBytes);
    return result({ status, error: failureOf(failure, limitMilliseconds), response });
  }
}
