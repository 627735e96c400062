// Tests that a message to a queue is sent again after transient failures.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { send } from '#lib/foundation/streams/send.ts';

let statuses: readonly number[] = [];
let calls = 0;

const server = createServer((request, response) => {
  request.resume();
  const status = statuses[Math.min(calls, statuses.length - 1)] ?? 200;
  const body = status === 400 ? { __type: 'com.amazonaws.sqs#QueueDoesNotExist' } : {};
  response.writeHead(status).end(JSON.stringify(body));
  calls += 1;
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const name of ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']) vi.stubEnv(`AWS_${name}`, 'local');
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', `http://127.0.0.1:${port}`);
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** The server answers with these statuses, and with the last one to all further calls. Returns whether the message was sent. */
async function isSent(...answers: readonly number[]): Promise<boolean> {
  [statuses, calls] = [answers, 0];
  return send({ queue: 'emails', body: '{}' }).then(
    () => true,
    () => false,
  );
}

test('a message is sent up to four times until the queue accepts it', async () => {
  expect([await isSent(503, 503, 503, 200), calls]).toEqual([true, 4]);
  expect([await isSent(503), calls]).toEqual([false, 4]);
});

test('a message that the queue refuses is sent once', async () => {
  expect([await isSent(400), calls]).toEqual([false, 1]);
});
