// An HTTP server before an engine, which speaks DynamoDB's protocol as that does and lets calls fail: below the retries of
// whatever client asks. Which call fails how is said by who starts it.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Call, Fault } from './faults.ts';

export interface EngineProxy {
  readonly endpoint: string;
  /** Until the engine has done all that it was handed, though nobody may wait for the answer any more. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** What happens to a call; nothing out of the ordinary for undefined. Asked once for each, in the order they come. */
export type Decide = (call: Call) => Fault | undefined;

interface Options {
  /** The engine's own address. */
  readonly engine: string;
  readonly decide: Decide;
  /** Requests that are no calls, by their path. */
  readonly pages?: Readonly<Record<string, () => object | Promise<object>>>;
  /** Any one that is free, unless it is said. */
  readonly port?: number;
}

/** How long after its connection broke the engine gets to a call that is late: about when a client tries for the third time. */
const lateMilliseconds = 60;

const json = { 'content-type': 'application/x-amz-json-1.0' };

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Asks the real engine. */
function forward(engine: string, { headers, method, url }: IncomingMessage, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const target = new URL(url ?? '/', engine);
    const asked = request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      const read = text(answer).then((whole) => ({ status: answer.statusCode ?? 500, body: whole }));
      read.then(resolve, reject);
    });
    asked.on('error', reject).end(body);
  });
}

/** Starts one in this process. It keeps no process alive. */
export async function startEngineProxy({
  engine,
  decide,
  pages = {},
  port = 0,
}: Options): Promise<EngineProxy> {
  const underWay = new Set<Promise<Answered>>();
  const noted = (answer: Promise<Answered>): Promise<Answered> => {
    underWay.add(answer);
    const done = () => underWay.delete(answer);
    answer.then(done, done);
    return answer;
  };

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const page = pages[incoming.url ?? ''];
    if (page !== undefined) return void outgoing.writeHead(200, json).end(JSON.stringify(await page()));
    const cut = () => incoming.socket.resetAndDestroy();
    const body = await text(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const fault = decide({ operation, body });
    switch (fault?.kind) {
      case 'hung':
        return;
      case 'refused':
        return void cut();
      case 'error': {
        const refusal = typeof fault.body === 'function' ? fault.body(body) : fault.body;
        return void outgoing.writeHead(fault.status, json).end(JSON.stringify(refusal));
      }
      case 'late':
        // Goes on when the connection is gone, and nobody is told how it ends.
        noted(setTimeout(lateMilliseconds).then(() => forward(engine, incoming, body))).catch(() => {});
        return void cut();
      case 'killed':
        if (fault.moment === 'after') await noted(forward(engine, incoming, body));
        await fault.kill();
        return void cut();
      case 'preceded':
        await fault.by();
    }
    const answer = await noted(forward(engine, incoming, body));
    if (fault?.kind === 'lost') return void cut();
    const answered = fault?.kind === 'rewritten' ? fault.rewrite(answer.body, body) : answer.body;
    outgoing.writeHead(answer.status, json).end(answered);
  }

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    quiet: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
