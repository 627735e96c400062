// Requests to one address over connections that are kept: sent whole, answered whole, and given up in time.
import type Http from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';

/** Milliseconds; the names are those of the SDK's request handler. */
export interface TimeLimits {
  readonly connectionTimeout: number;
  /** From the beginning to the last byte of the answer. */
  readonly requestTimeout: number;
}

export interface Reply {
  readonly statusCode: number;
  /** Read from what came when it is asked for. */
  readonly headers: () => IncomingMessage['headers'];
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

/** Connections that are kept, and given up where they take too long to make. */
function newAgent({ Agent }: Pick<typeof Http, 'Agent'>, connectionTimeout: number): Agent {
  const agent = new Agent({ keepAlive: true });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, whenConnected) => {
    const socket = connect(options, whenConnected);
    const giveUp = () => socket?.destroy(timedOut('The connection'));
    const connecting = setTimeout(giveUp, connectionTimeout);
    const done = () => clearTimeout(connecting);
    socket?.once('connect', done).once('close', done);
    return socket;
  };
  return agent;
}

const textOf = (chunks: readonly Buffer[]): string => {
  const [first, ...others] = chunks;
  return (first === undefined || others.length === 0 ? first : Buffer.concat(chunks))?.toString('utf8') ?? '';
};

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
      const { statusCode = 0 } = incoming;
      resolve({ statusCode, headers: () => incoming.headers, text: textOf(chunks) });
    });
}

/** Just the one that is spoken: TLS takes 9 ms to load. */
const protocolOf = ({ protocol }: URL) =>
  protocol === 'http:' ? process.getBuiltinModule('node:http') : process.getBuiltinModule('node:https');

/** Posts to an address. Throws what Node throws of connections, and a TimeoutError. */
export function exchangeWith(address: URL, limits: TimeLimits): Exchange {
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
      const answered = (reply: Reply) => {
        clearTimeout(whole);
        resolve(reply);
      };
      const failed = (error: Error) => {
        clearTimeout(whole);
        reject(error);
      };
      const outgoing = protocol.request(options, (incoming) => readReply(incoming, answered, failed));
      const giveUp = () => outgoing.destroy(timedOut('The answer'));
      // An answer that came while this process was busy is read first.
      const whole = setTimeout(() => setImmediate(giveUp), requestTimeout);
      outgoing.on('error', failed);
      outgoing.end(body);
    });
}
