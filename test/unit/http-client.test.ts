// Tests the HTTP client of the deployed functions against a server that misbehaves.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isCausedByInput, isTransient } from '#lib/foundation/aws/failures.ts';
import { createHttpClient, type TimeLimits } from '#lib/foundation/aws/http-client.ts';
import { createRetryingClient } from '#lib/foundation/aws/retrying-client.ts';

/** Long, because a busy machine may answer late. */
const limits: TimeLimits = { connectionTimeout: 20_000, requestTimeout: 20_000 };
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
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Returns a function that calls an AWS service at this address. */
function serviceAt(address: URL, { hasCredentials = true } = {}): () => Promise<unknown> {
  vi.stubEnv('AWS_ENDPOINT_URL_THING', address.href);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', hasCredentials ? 'key' : undefined);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const service = { name: 'thing', endpointVariable: 'THING', targetPrefix: 'T', version: '1.0' } as const;
  const call = createRetryingClient(service, { maxAttempts: 2, ...limits });
  return () => call('Do', {});
}

const callAt = (address: URL, options = {}): Promise<unknown> => serviceAt(address, options)();

const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the AWS client of a deployed function', () => {
  test('reuses a connection for the next request', async () => {
    let connections = 0;
    const address = await serve((_, response) => response.end('{}'));
    server?.on('connection', () => {
      connections += 1;
    });
    const post = createHttpClient(address, limits);
    const headers = { host: address.host };
    for (const body of ['one', 'two', 'three']) {
      expect(await post(headers, body)).toMatchObject({ statusCode: 200, text: '{}' });
    }
    expect(connections).toBe(1);
  });

  test('waits longer for a response than for a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const address = await serve((_, response) => {
      vi.advanceTimersByTime(1001);
      response.end('{}');
    });
    const post = createHttpClient(address, { connectionTimeout: 1000, requestTimeout: 2000 });
    expect(await post({ host: address.host }, '')).toMatchObject({ statusCode: 200 });
  });

  test.each<[string, RequestListener]>([
    ['never starts', () => undefined],
    ['never ends', (_, response) => response.write('{')],
  ])('times out with a transient failure when the response %s', async (_, answer) => {
    const address = await serve(answer);
    const post = createHttpClient(address, { ...limits, requestTimeout: 200 });
    const failure = await rejectionOf(post({ host: address.host }, ''));
    expect(failure).toMatchObject({ name: 'TimeoutError' });
    expect([isTransient(failure), isCausedByInput(failure)]).toEqual([true, false]);
  });

  test.each<[string, RequestListener]>([
    [
      'is cut off',
      (_, response) => {
        response.setHeader('content-length', 100).write('{"half":');
        setImmediate(() => response.destroy());
      },
    ],
    ['is not JSON', (_, response) => response.end('<html>')],
    ['is an error without a name', (_, response) => response.writeHead(403).end('Forbidden')],
    [
      'is a failure of the service with a new name',
      (_, response) => response.writeHead(500).end('{"__type":"com.amazonaws#NewFailure"}'),
    ],
  ])('reports a transient failure, not an input error, when the response %s', async (_, answer) => {
    const failure = await rejectionOf(callAt(await serve(answer)));
    expect(failure).toBeInstanceOf(Error);
    expect([isTransient(failure), isCausedByInput(failure)]).toEqual([true, false]);
  });

  test('reports missing credentials as a credentials error, not as an input error', async () => {
    const address = await serve((_, response) => response.end('{}'));
    const failure = await rejectionOf(callAt(address, { hasCredentials: false }));
    expect(failure).toMatchObject({ name: 'CredentialsProviderError' });
    expect(isCausedByInput(failure)).toBe(false);
  });

  test('retries each failed request once, stops after 100 failed retries in a row, and retries again after a success', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let received = 0;
    let isUp = false;
    const call = serviceAt(
      await serve((_, response) => {
        received += 1;
        response.writeHead(isUp ? 200 : 500).end('{}');
      }),
    );
    const requests = async (count: number): Promise<number> => {
      const before = received;
      for (let sent = 0; sent < count; sent += 1) await rejectionOf(call());
      return received - before;
    };
    expect(await requests(100)).toBe(200);
    expect(await requests(10)).toBe(10);
    isUp = true;
    expect(await requests(5)).toBe(5);
    isUp = false;
    expect(await requests(2)).toBe(3);
    vi.restoreAllMocks();
  });

  test('keeps retrying, however many requests have needed a retry, while the retries succeed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let received = 0;
    const call = serviceAt(
      await serve((_, response) => {
        received += 1;
        response.writeHead(received % 2 === 0 ? 200 : 500).end('{}');
      }),
    );
    for (let sent = 0; sent < 150; sent += 1) expect(await call()).toEqual({});
    expect(received).toBe(300);
    vi.restoreAllMocks();
  });
});
