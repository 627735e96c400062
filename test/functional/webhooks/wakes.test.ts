// Tests that the messages that start workers survive failures of the queue.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';

const wake = { brandId: 'brd_01JD0000000000000000000001', endpointId: 'whe_01JD0000000000000000000001' };

/** Closes the connections of the first requests, answers the next ones with a status, and then accepts messages. */
async function openFailingQueue(hangUps: number, statuses: readonly number[] = []) {
  const received: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    if (requests <= hangUps) return void request.socket.destroy();
    const { MessageBody } = JSON.parse(await text(request));
    const status = statuses[requests - hangUps - 1] ?? 200;
    if (status === 200) received.push(MessageBody);
    response
      .writeHead(status)
      .end(JSON.stringify(status === 200 ? { MessageId: 'm' } : { __type: 'Failure' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', `http://127.0.0.1:${port}`);
  vi.resetModules();
  const { sendWake } = await import('#lib/outlets/webhooks/store/wakes.ts');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { sendWake, received, close, requests: () => requests };
}

let close = () => {};
afterEach(() => {
  close();
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('a message is sent again after a closed connection and after a failure of the service', async () => {
  const queue = await openFailingQueue(2, [503]);
  ({ close } = queue);
  await queue.sendWake(wake);
  expect(queue.received.map((body) => JSON.parse(body))).toEqual([wake]);
});

test('a message that fails four times is an error, so that the batch of the stream is repeated', async () => {
  const queue = await openFailingQueue(4);
  ({ close } = queue);
  await expect(queue.sendWake(wake)).rejects.toThrow('socket hang up');
  expect(queue.requests()).toBe(4);
});

test('a message that the queue refuses is not sent again', async () => {
  const queue = await openFailingQueue(0, [400]);
  ({ close } = queue);
  await expect(queue.sendWake(wake)).rejects.toThrow('HTTP 400');
  expect(queue.requests()).toBe(1);
});
