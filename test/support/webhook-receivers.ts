// Starts receivers of webhooks on the loopback interface: healthy ones, and ones that fail in every way.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly at: number;
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Changes how it answers the next requests. */
  become(behaviour: Behaviour): void;
  close(): Promise<void>;
}

const healthy: Behaviour = (response) => void response.writeHead(204).end();
const hang: Behaviour = () => {};
const disconnect: Behaviour = (response) => void response.destroy();

export const behaviours = {
  healthy,
  hang,
  disconnect,
  answer:
    (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
    (response) =>
      void response.writeHead(status, headers).end(body),
  slow:
    (milliseconds: number): Behaviour =>
    async (response) => {
      await setTimeout(milliseconds);
      response.writeHead(204).end();
    },
} as const;

export async function openReceiver(first: Behaviour = behaviours.healthy): Promise<Receiver> {
  let behaviour = first;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), at: Date.now() });
    await behaviour(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    become: (next) => {
      behaviour = next;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
