// Tests the functions of a stage behind CloudFront: they refuse requests without the origin secret, and count the clients that
// CloudFront names.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { forwardedHeaders } from '#infra/constructs/forwarded-headers.ts';
import { gatewayFiles } from '#lib/surface/api/routes.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { inviteActive } from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand } from '#test/support/service.ts';

const [current, former] = ['c'.repeat(48), 'f'.repeat(48)];

type Handler = (event: HttpEvent) => Promise<{ statusCode?: number; body?: string; headers?: Json }>;

let handlers: ReadonlyMap<string, Handler>;

/** Each function is imported again, because it reads the environment once. */
async function loadHandlers(): Promise<ReadonlyMap<string, Handler>> {
  vi.resetModules();
  const names = new Set(gatewayFiles);
  const loaded = await Promise.all(
    [...names].map(async (name): Promise<[string, Handler]> => {
      const [folder, file] = name.replace('.ts', '').split('/');
      const { handler } = await import(`../../../functions/${folder}/${file}.ts`);
      return [name, handler];
    }),
  );
  return new Map(loaded);
}

const answerOf = (file: string, sent: Sent) => {
  const handler = handlers.get(file);
  if (handler === undefined) throw new Error(`${file} is not behind the API`);
  return handler(eventOf(sent));
};

beforeAll(async () => {
  vi.stubEnv('ORIGIN_SECRETS', `${current},${former}`);
  handlers = await loadHandlers();
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const health = 'service/health.ts';
const link = 'tracking/follow-link.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The address of an edge location, which all requests share. */
const edgeAddress = '130.176.0.1';

/** CloudFront drops the other headers of the client, and adds the origin secret. */
const forwarded = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'x-origin-secret' || forwardedHeaders.includes(name)),
  );

const eventOf = ({ headers = {}, method = 'GET', params, body }: Sent) =>
  ({
    version: '2.0',
    rawPath: '/v1/anything',
    rawQueryString: '',
    headers: forwarded({ 'content-type': 'application/json', ...headers }),
    ...(params !== undefined && { pathParameters: params }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: randomUUID(),
      http: {
        method,
        path: '/v1/anything',
        sourceIp: edgeAddress,
        // API Gateway takes it from the header.
        userAgent: forwarded({ 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' })['user-agent'],
      },
    },
  }) as unknown as HttpEvent;

const through = (address: string, country = 'DE', secret = current) => ({
  'x-origin-secret': secret,
  'cloudfront-viewer-address': `${address}:40123`,
  'cloudfront-viewer-country': country,
});

describe('a request without the origin secret', () => {
  test('every function behind the API refuses a request without the origin secret with 403, whatever address it names', async () => {
    const wrong = through('203.0.113.7', 'DE', 'w'.repeat(48));
    const refusals = [...handlers.keys()].flatMap((file) =>
      [{}, wrong, { ...wrong, 'x-origin-secret': '' }].map(async (headers) => {
        const { statusCode, body = '' } = await answerOf(file, { headers, params: { code: 'ada' } });
        return [file, statusCode, JSON.parse(body).code];
      }),
    );
    const expected = [...handlers.keys()].flatMap((file) =>
      Array.from({ length: 3 }, () => [file, 403, 'edge_bypassed']),
    );
    expect(await Promise.all(refusals)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(250);
  });

  test('a person who follows a link to the gateway sees a page', async () => {
    const { statusCode, headers, body } = await answerOf(link, {
      headers: { accept: 'text/html' },
      params: { code: 'ada' },
    });
    expect([statusCode, headers?.['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(body).toContain('This link does not work');
  });
});

test('the current and the former secret are accepted, so that CloudFront and the functions can change one after the other', async () => {
  for (const secret of [current, former]) {
    const { statusCode } = await answerOf(health, { headers: through('203.0.113.7', 'DE', secret) });
    expect(statusCode).toBe(200);
  }
});

test('100 visitors behind one edge location are 100 visitors, and their country is that of CloudFront', async () => {
  const { admin } = await createBrand();
  const { id, trackingCode: code } = await inviteActive(admin);
  for (let visitor = 0; visitor < 100; visitor += 1) {
    const headers = through(`203.0.113.${visitor}`, visitor < 50 ? 'DE' : 'FR');
    const { statusCode } = await answerOf(link, { headers, params: { code } });
    expect(statusCode).toBe(302);
  }
  const clicks = await clicksOf(id);
  expect(new Set(clicks.map(({ visitor }) => visitor)).size).toBe(100);
  expect(clicks.filter(({ reason }) => reason === null)).toHaveLength(100);
  expect(clicks.filter(({ country }) => country === 'FR')).toHaveLength(50);
});

describe('the headers that CloudFront forwards', () => {
  const create = async (headers: Readonly<Record<string, string>>, body: object) => {
    const { admin } = await createBrand();
    return answerOf('campaigns/create.ts', {
      method: 'POST',
      headers: { ...through('203.0.113.7'), authorization: `Bearer ${admin}`, ...headers },
      body,
    });
  };
  const campaign = { name: 'Spring', landingUrl: 'https://acme.test/' };

  test('a request has its token, its content type and its idempotency key', async () => {
    const { admin } = await createBrand();
    const headers = {
      ...through('203.0.113.7'),
      authorization: `Bearer ${admin}`,
      'idempotency-key': randomUUID(),
    };
    const attempt = () => answerOf('campaigns/create.ts', { method: 'POST', headers, body: campaign });
    const [first, retry] = [await attempt(), await attempt()];
    expect([first.statusCode, retry.statusCode, retry.body]).toEqual([201, 201, first.body]);
    expect(retry.headers?.['idempotency-replayed']).toBe('true');
  });

  test('a request has its mode and the encoding of its body', async () => {
    expect((await create({ 'x-mode': 'neither' }, campaign)).body).toContain('"path":"x-mode"');
    expect((await create({ 'content-encoding': 'gzip' }, campaign)).statusCode).toBe(415);
  });

  test('a click has the referrer, the browser and the purpose of the visitor', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode: code } = await inviteActive(admin);
    const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
    const sent = [
      { referer: 'https://blog.example.test/post' },
      ...purposes.map((name) => ({ [name]: 'prefetch' })),
    ];
    for (const [visitor, headers] of sent.entries())
      await answerOf(link, { headers: { ...through(`203.0.113.${visitor}`), ...headers }, params: { code } });
    const clicks = await clicksOf(id);
    expect(clicks.map(({ referrerHost }) => referrerHost)).toContain('blog.example.test');
    expect(clicks.map(({ device }) => device)).toEqual(sent.map(() => 'desktop'));
    expect(clicks.filter(({ reason }) => reason === 'prefetch')).toHaveLength(purposes.length);
  });
});

test('failed logins of one address do not lock out the others behind the same edge location', async () => {
  // The handlers have their own clock, because they were imported again. The limit counts failures in windows of 15 minutes.
  const { fakeClock } = await import('#test/support/fake-clock.ts');
  fakeClock();
  const attempt = (address: string) =>
    answerOf('auth/login.ts', {
      method: 'POST',
      headers: through(address),
      body: { email: `${randomUUID()}@brands.test`, password: 'wrong-password' },
    });
  const attacker: (number | undefined)[] = [];
  for (let count = 0; count < 60; count += 1) attacker.push((await attempt('203.0.113.7')).statusCode);
  expect(attacker.at(-1)).toBe(429);
  expect((await attempt('198.51.100.4')).statusCode).toBe(401);
});

test('a request whose address CloudFront does not name is an error, because all clients would share one limit', async () => {
  const { 'cloudfront-viewer-address': _, ...headers } = through('203.0.113.7');
  expect((await answerOf(health, { headers })).statusCode).toBe(500);
});

describe('while the name of the API moves to CloudFront', () => {
  beforeAll(async () => {
    vi.stubEnv('DIRECT_REQUESTS', 'accepted');
    handlers = await loadHandlers();
  });

  test('a direct request has the address of its connection, and no country', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode: code } = await inviteActive(admin);
    const forged = through('203.0.113.7', 'DE', 'w'.repeat(48));
    for (const headers of [forged, through('203.0.113.8'), {}])
      expect((await answerOf(link, { headers, params: { code } })).statusCode).toBe(302);
    const clicks = await clicksOf(id);
    expect(clicks.map(({ country }) => country).toSorted()).toEqual(['DE', null, null]);
    expect(new Set(clicks.map(({ visitor }) => visitor)).size).toBe(2);
  });
});
