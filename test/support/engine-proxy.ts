// An HTTP proxy in front of a DynamoDB engine that injects faults below the retries of the client.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Call, Fault } from './faults.ts';

export interface EngineProxy {
  readonly endpoint: string;
  /** Resolves when the engine has finished all forwarded requests, including abandoned ones. */
  untilIdle(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the fault of a call, or undefined for none. Called once per call, in order of arrival. */
export type Decide = (call: Call) => Fault | undefined;

interface Options {
  readonly engine: string;
  readonly decide: Decide;
  readonly pages?: Readonly<Record<string, () => object | Promise<object>>>;
  /** Defaults to a free port. */
  readonly port?: number;
}

/** The delay of a late call after its connection broke. The call arrives at about the time of the client's third attempt. */
const lateMilliseconds = 60;

const json = { 'content-type': 'application/x-amz-json-1.0' };

interface EngineResponse {
  readonly status: number;
  readonly body: string;
}

function forward(
  engine: string,
  { headers, method, url }: IncomingMessage,
  body: string,
): Promise<EngineResponse> {
  return new Promise((resolve, reject) => {
    const target = new URL(url ?? '/', engine);
    const asked = request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      const read = text(answer).then((whole) => ({ status: answer.statusCode ?? 500, body: whole }));
      read.then(resolve, reject);
    });
    asked.on('error', reject).end(body);
  });
}

/** Starts a proxy in this process without keeping the process alive. */
export async function startEngineProxy({
  engine,
  decide,
  pages = {},
  port = 0,
}: Options): Promise<EngineProxy> {
  const pending = new Set<Promise<EngineResponse>>();
  const tracked = (answer: Promise<EngineResponse>): Promise<EngineResponse> => {
    pending.add(answer);
    const done = () => pending.delete(answer);
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
        // Forward the call after the connection is gone, so that its result is lost.
        tracked(setTimeout(lateMilliseconds).then(() => forward(engine, incoming, body))).catch(() => {});
        return void cut();
      case 'killed':
        if (fault.moment === 'after') await tracked(forward(engine, incoming, body));
        await fault.kill();
        return void cut();
      case 'preceded':
        await fault.by();
    }
    const isReleased = fault?.kind === 'held' ? setTimeout(fault.milliseconds) : undefined;
    const answer = await tracked(forward(engine, incoming, body));
    await isReleased;
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
    untilIdle: async () => {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
