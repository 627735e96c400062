// Creates an HTTP client that sends POST requests to one address, with keep-alive connections and time limits.
import type Http from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';

/** Limits in milliseconds. */
export interface TimeLimits {
  readonly connectionTimeout: number;
  /** The time from the start of a request until its whole response is read. */
  readonly requestTimeout: number;
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: () => IncomingMessage['headers'];
  readonly text: string;
}

type PostRequest = (
  headers: Readonly<Record<string, string>>,
  body: string,
  requestTimeout?: number,
) => Promise<HttpResponse>;

const timedOut = (what: string): Error =>
  Object.assign(new Error(`${what} took too long`), { name: 'TimeoutError', code: 'ETIMEDOUT' });

function newAgent({ Agent }: Pick<typeof Http, 'Agent'>, connectionTimeout: number): Agent {
  const agent = new Agent({ keepAlive: true });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, onConnected) => {
    const socket = connect(options, onConnected);
    const abort = () => socket?.destroy(timedOut('The connection'));
    const timer = setTimeout(abort, connectionTimeout);
    const done = () => clearTimeout(timer);
    socket?.once('connect', done).once('close', done);
    return socket;
  };
  return agent;
}

function readResponse(
  incoming: IncomingMessage,
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
) {
  const chunks: Buffer[] = [];
  incoming
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('error', reject)
    .on('end', () => {
      const { statusCode = 0 } = incoming;
      resolve({ statusCode, headers: () => incoming.headers, text: Buffer.concat(chunks).toString() });
    });
}

/** Loads only the module that the protocol needs, because loading TLS takes 9 ms. */
const protocolOf = ({ protocol }: URL) =>
  protocol === 'http:' ? process.getBuiltinModule('node:http') : process.getBuiltinModule('node:https');

/** A request rejects with a connection error of Node or a TimeoutError. An HTTP error status resolves like any other status. */
export function createHttpClient(address: URL, limits: TimeLimits): PostRequest {
  const protocol = protocolOf(address);
  const { hostname, port, path } = urlToHttpOptions(address);
  const agent = newAgent(protocol, limits.connectionTimeout);
  return (headers, body, requestTimeout = limits.requestTimeout) =>
    new Promise((resolve, reject) => {
      const options = {
        hostname,
        port,
        path,
        method: 'POST',
        agent,
        headers: Object.entries(headers).flat(),
      };
      const succeed = (response: HttpResponse) => {
        clearTimeout(timer);
        resolve(response);
      };
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      const outgoing = protocol.request(options, (incoming) => readResponse(incoming, succeed, fail));
      const abort = () => outgoing.destroy(timedOut('The response'));
      // If a response arrived while the process was busy, setImmediate lets Node read it before `abort` runs.
      const timer = setTimeout(() => setImmediate(abort), requestTimeout);
      outgoing.on('error', fail);
      outgoing.end(body);
    });
}
