// What functions send requests with, against a server that misbehaves.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { jsonService } from '#infra/bundle-shims/json-service.ts';
import { exchangeWith, type TimeLimits } from '#lib/aws/exchange.ts';
import { isCausedByInput, isTransient } from '#lib/table/failures.ts';

const limits: TimeLimits = { connectionTimeout: 500, requestTimeout: 200 };
let server: Server | undefined;

async function serve(answer: RequestListener): Promise<URL> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}`);
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.unstubAllEnvs();
});

/** A service of AWS that is at this address. */
function serviceAt(address: URL, { hasCredentials = true } = {}): () => Promise<unknown> {
  vi.stubEnv('AWS_ENDPOINT_URL_THING', address.href);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', hasCredentials ? 'key' : undefined);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const service = { name: 'thing', variable: 'THING', target: 'T', version: '1.0' } as const;
  const call = jsonService(service, { maxAttempts: 2, requestHandler: limits });
  return () => call('Do', {});
}

const callAt = (address: URL, options = {}): Promise<unknown> => serviceAt(address, options)();

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a connection is kept for the next request', async () => {
  let connections = 0;
  const address = await serve((_, response) => response.end('{}'));
  server?.on('connection', () => {
    connections += 1;
  });
  const exchange = exchangeWith(address, limits);
  const headers = { host: address.host };
  for (const body of ['one', 'two', 'three']) {
    expect(await exchange(headers, body)).toMatchObject({ statusCode: 200, text: '{}' });
  }
  expect(connections).toBe(1);
});

test.each<[string, RequestListener]>([
  ['that never comes', () => undefined],
  ['that never ends', (_, response) => response.write('{')],
])('an answer %s is given up in time', async (_, answer) => {
  const address = await serve(answer);
  const exchange = exchangeWith(address, limits);
  const failure = await failureOf(exchange({ host: address.host }, ''));
  expect(failure).toMatchObject({ name: 'TimeoutError' });
  expect([isTransient(failure), isCausedByInput(failure)]).toEqual([true, false]);
});

test.each<[string, RequestListener]>([
  [
    'that is cut off',
    (_, response) => {
      response.setHeader('content-length', 100).write('{"half":');
      setImmediate(() => response.destroy());
    },
  ],
  ['that is no JSON', (_, response) => response.end('<html>')],
  ['without a name', (_, response) => response.writeHead(403).end('Forbidden')],
])('an answer %s is nobody’s fault who asks', async (_, answer) => {
  const failure = await failureOf(callAt(await serve(answer)));
  expect(failure).toBeInstanceOf(Error);
  expect([isTransient(failure), isCausedByInput(failure)]).toEqual([true, false]);
});

test('without credentials the failure says so, and is no input’s', async () => {
  const address = await serve((_, response) => response.end('{}'));
  const failure = await failureOf(callAt(address, { hasCredentials: false }));
  expect(failure).toMatchObject({ name: 'CredentialsProviderError' });
  expect(isCausedByInput(failure)).toBe(false);
});

test('a service that is down is asked twice a request, until a hundred were in vain; then once, until it is up', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let asked = 0;
  let isUp = false;
  const call = serviceAt(
    await serve((_, response) => {
      asked += 1;
      response.writeHead(isUp ? 200 : 500).end('{}');
    }),
  );
  const requests = async (count: number): Promise<number> => {
    const before = asked;
    for (let sent = 0; sent < count; sent += 1) await failureOf(call());
    return asked - before;
  };
  expect(await requests(100)).toBe(200);
  expect(await requests(10)).toBe(10);
  isUp = true;
  expect(await requests(5)).toBe(5);
  isUp = false;
  expect(await requests(2)).toBe(3);
  vi.restoreAllMocks();
});
