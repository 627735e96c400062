// Requests to one address over connections that are kept: sent whole, answered whole, and given up in time.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';

/** Milliseconds; the names are those of the SDK's request handler. */
export interface TimeLimits {
  readonly connectionTimeout: number;
  /** From the beginning to the last byte of the answer. */
  readonly requestTimeout: number;
}

export interface Reply {
  readonly statusCode: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** `requestTimeout`: where one request may take less time than others. */
export type Exchange = (
  headers: Readonly<Record<string, string>>,
  body: string,
  requestTimeout?: number,
) => Promise<Reply>;

const timedOut = (what: string): Error =>
  Object.assign(new Error(`${what} took too long`), { name: 'TimeoutError', code: 'ETIMEDOUT' });

/** Gives a request up when its connection, or all of it, takes too long. */
function limit(outgoing: ClientRequest, { connectionTimeout, requestTimeout }: TimeLimits): void {
  const giveUp = () => outgoing.destroy(timedOut('The answer'));
  // An answer that came while this process was busy is read first.
  const whole = setTimeout(() => setImmediate(giveUp), requestTimeout);
  outgoing.once('close', () => clearTimeout(whole));
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const connecting = setTimeout(() => outgoing.destroy(timedOut('The connection')), connectionTimeout);
    const done = () => clearTimeout(connecting);
    socket.once('connect', done).once('close', done);
  });
}

/** The whole of an answer; one that is cut off fails as a connection does. */
function readReply(
  incoming: IncomingMessage,
  resolve: (reply: Reply) => void,
  reject: (error: Error) => void,
) {
  const chunks: Buffer[] = [];
  incoming
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('error', reject)
    .on('end', () => {
      const { statusCode = 0, headers } = incoming;
      resolve({ statusCode, headers, text: Buffer.concat(chunks).toString('utf8') });
    });
}

/** Just the one that is spoken: TLS takes 9 ms to load. */
const protocolOf = ({ protocol }: URL) =>
  protocol === 'http:' ? process.getBuiltinModule('node:http') : process.getBuiltinModule('node:https');

/** Posts to an address. Throws what Node throws of connections, and a TimeoutError. */
export function exchangeWith(address: URL, limits: TimeLimits): Exchange {
  const { Agent, request } = protocolOf(address);
  const { hostname, port, path } = urlToHttpOptions(address);
  const options = { hostname, port, path, method: 'POST', agent: new Agent({ keepAlive: true }) };
  const { connectionTimeout } = limits;
  return (headers, body, requestTimeout = limits.requestTimeout) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ ...options, headers }, (incoming) => readReply(incoming, resolve, reject));
      limit(outgoing, { connectionTimeout, requestTimeout });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
