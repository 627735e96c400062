// Tests the requests to receivers that fail in every way, and the addresses that they may have.
import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allowLoopback } from '#lib/outlets/webhooks/rules/loopback.ts';
import { sendWebhook } from '#lib/outlets/webhooks/store/send.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { type Behaviour, behaviours, openReceiver } from '#test/support/webhook-receivers.ts';

const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"name":"Zoë"}' };
const limitMilliseconds = 400;

const sendTo = async (behaviour: Behaviour) => {
  const receiver = await receiverOfTest(behaviour);
  const result = await sendWebhook({ ...message, url: receiver.url });
  return { receiver, result };
};

/** The time limit of the next request. It ends when the test says so, so that a busy machine changes nothing. */
function limitOfTest() {
  const controller = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
  onTestFinished(() => timeout.mockRestore());
  return { timeout, end: () => controller.abort(new DOMException('The limit has ended', 'TimeoutError')) };
}

/** Writes a text again and again, and calls `then` after some of the writes, when the first ones have arrived. */
function writeRepeatedly(response: ServerResponse, write: () => void, then: () => void): void {
  let writes = 0;
  const timer = setInterval(() => {
    write();
    writes += 1;
    if (writes === 5) then();
  }, 1);
  response.on('close', () => clearInterval(timer));
}

/** A resolver that gives each host these addresses. */
const resolving = (...addresses: readonly string[]) => {
  const found = addresses.map(
    (address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }),
  );
  const resolve = (_: string, __: object, respond: (error: null, found: LookupAddress[]) => void) =>
    respond(null, found);
  return resolve as unknown as typeof import('node:dns').lookup;
};

describe('a request to a receiver', () => {
  test('a request has the exact body, its length in bytes and the headers', async () => {
    const { receiver, result } = await sendTo(behaviours.answer(200, 'thanks'));
    expect(result).toEqual({ status: 200, error: null, response: 'thanks', durationMs: expect.any(Number) });
    expect(receiver.received[0]?.body).toBe(message.body);
    expect(receiver.received[0]?.headers).toMatchObject({
      'webhook-id': 'evt_1',
      'content-type': 'application/json',
      'content-length': '15',
      'user-agent': 'creator-affiliate-service/1',
    });
  });

  test.each<[string, (end: () => void) => Behaviour, number | null, unknown]>([
    ['hangs', (end) => () => end(), null, null],
    [
      'sends its response byte by byte',
      (end) => (response) => {
        response.writeHead(200);
        writeRepeatedly(response, () => response.write('.'), end);
      },
      200,
      expect.stringMatching(/^\.+$/),
    ],
    [
      'does not close a response without a length',
      (end) => (response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\n\r\n');
        writeRepeatedly(response, () => response.socket?.write('.'), end);
      },
      200,
      expect.stringMatching(/^\.+$/),
    ],
  ])('ends at the time limit when the receiver %s', async (_, behaviourUntil, status, response) => {
    const { timeout, end } = limitOfTest();
    const receiver = await receiverOfTest(behaviourUntil(end));
    const result = await sendWebhook({ ...message, url: receiver.url }, { limitMilliseconds });
    expect(result).toMatchObject({ status, error: 'No complete response within 0.4 seconds', response });
    expect(timeout).toHaveBeenCalledWith(limitMilliseconds);
  });

  test('an attempt has a time limit of 10 seconds', async () => {
    const { timeout, end } = limitOfTest();
    const receiver = await receiverOfTest(() => end());
    const { error } = await sendWebhook({ ...message, url: receiver.url });
    expect(error).toBe('No complete response within 10 seconds');
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  test('an attempt fails when the receiver switches to another protocol', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n';
    const { result } = await sendTo((response) => void response.socket?.write(switching));
    expect(result).toMatchObject({ status: 101, error: 'The endpoint answered with the status 101' });
  });

  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  test.each([
    ['informational responses', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['early hints', '', `HTTP/1.1 103 Early Hints\r\nlink: ${'a'.repeat(8000)}\r\n\r\n`],
    ['empty lines before a response', '', '\r\n'],
    ['the size of a chunk', chunked, '0'],
    ['extensions of chunks', chunked, `1;a=${'b'.repeat(8000)}\r\nx\r\n`],
  ])('an attempt stops after 256 KB when the receiver sends %s without end', async (_, start, repeated) => {
    const { end } = limitOfTest();
    const text = repeated.repeat(Math.ceil(16_384 / repeated.length));
    const writes = { count: 0 };
    const receiver = await receiverOfTest((response) => {
      response.socket?.write(start);
      const timer = setInterval(() => {
        response.socket?.write(text);
        writes.count += 1;
        // Far beyond the limit, the test ends instead of waiting.
        if (writes.count === 100) end();
      }, 1);
      response.on('close', () => clearInterval(timer));
    });
    const { error } = await sendWebhook({ ...message, url: receiver.url });
    expect(error).toBe('The endpoint sent 256 KB without a complete response');
    expect(writes.count).toBeLessThan(100);
  });

  test('an attempt accepts informational responses before a response', async () => {
    const informational = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const { result } = await sendTo((response, request) => {
      response.socket?.write(informational);
      return behaviours.answer(200, 'thanks')(response, request);
    });
    expect(result).toMatchObject({ status: 200, error: null, response: 'thanks' });
  });

  test('reads at most 1 KB of the response', async () => {
    const { result } = await sendTo(behaviours.answer(200, 'x'.repeat(5_000_000)));
    expect(result.error).toBeNull();
    expect(result.response).toHaveLength(1024);
  });

  test('does not follow a redirect', async () => {
    const other = await receiverOfTest();
    const { result } = await sendTo(behaviours.answer(307, '', { location: other.url }));
    expect(result.status).toBe(307);
    expect(other.received).toEqual([]);
  });

  test('reports a receiver that disconnects, one that does not listen, and one that speaks another protocol', async () => {
    const { result } = await sendTo(behaviours.disconnect);
    expect(result.error).toBe('The endpoint closed the connection without a complete response');
    const closed = await openReceiver();
    await closed.close();
    const refused = await sendWebhook({ ...message, url: closed.url });
    expect(refused.error).toBe('The endpoint refused the connection');
    const { result: garbage } = await sendTo((response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n'));
    expect(garbage.error).toBe('The endpoint did not send a valid HTTP response');
  });
});

describe('the address of a receiver', () => {
  const refusal = 'The host of the URL has an address that is not public';
  const send = (url: string, resolve = resolving('203.0.114.7')) =>
    sendWebhook({ ...message, url }, { resolve });

  test.each([
    'http://acme.test/',
    'https://127.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://100.127.255.255/',
    'https://[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fe80::1]/',
  ])('%s is refused without a connection', async (url) => {
    expect((await send(url)).error).toBe(refusal);
  });

  test.each([
    [['10.0.0.1']],
    [['203.0.114.7', '127.0.0.1']],
    [['::ffff:169.254.169.254']],
    [['fd12:3456::1']],
    [['203.0.114.7', '100.127.255.255']],
    [['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ])('a host whose addresses are %j is refused', async (addresses) => {
    expect((await send('https://hooks.acme.test/', resolving(...addresses))).error).toBe(refusal);
  });

  test('a host of this machine is refused unless the stage allows it', async () => {
    const receiver = await receiverOfTest();
    allowLoopback(false);
    expect((await send(receiver.url)).error).toBe(refusal);
    expect(receiver.received).toEqual([]);
  });

  test('a host that does not exist is reported', async () => {
    const missing = (_: string, __: object, respond: (error: Error) => void) =>
      respond(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const result = await send(
      'https://hooks.acme.test/',
      missing as unknown as typeof import('node:dns').lookup,
    );
    expect(result.error).toBe('The host of the URL does not exist');
  });

  test('a host without addresses is reported', async () => {
    expect((await send('https://hooks.acme.test/', resolving())).error).toBe(
      'The host of the URL does not exist',
    );
  });

  test('a look-up that does not end is ended at the time limit', async () => {
    const { end } = limitOfTest();
    const hanging = (() => end()) as unknown as typeof import('node:dns').lookup;
    expect((await send('https://hooks.acme.test/', hanging)).error).toBe(
      'No complete response within 10 seconds',
    );
  });

  test('an https request to a server without TLS reports a TLS failure', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const isAllowed = (address: string) => address === '127.0.0.1';
    const url = `https://hooks.acme.test:${port}/`;
    const options = { resolve: resolving('127.0.0.1'), isAllowed };
    const { status, error } = await sendWebhook({ ...message, url }, options);
    expect(status).toBeNull();
    expect(error).toMatch(/^The TLS connection failed: /);
  });

  test('an https request connects to the checked address, and names its host in the TLS handshake', async () => {
    const sockets: string[] = [];
    const server = createServer((socket) => {
      socket.once('data', (bytes) => {
        sockets.push(bytes.toString('latin1'));
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const isAllowed = (address: string) => address === '127.0.0.1';
    const url = `https://hooks.acme.test:${port}/`;
    const options = { resolve: resolving('127.0.0.1'), isAllowed };
    expect((await sendWebhook({ ...message, url }, options)).error).toBe(
      'The endpoint closed the connection without a complete response',
    );
    expect(sockets).toEqual([expect.stringContaining('hooks.acme.test')]);
    await new Promise((resolve) => server.close(resolve));
  });
});
