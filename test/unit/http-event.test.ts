import { describe, expect, test } from 'vitest';
import { httpEvent, type IncomingRequest } from '#infra/local/http-event.ts';

const plain: IncomingRequest = {
  method: 'GET',
  url: '/v1/affiliates',
  headers: [['Host', 'localhost:3000']],
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  requestId: 'request-1',
  receivedAt: new Date('2026-03-12T19:03:58.123Z'),
};
const match = { routeKey: 'GET /v1/affiliates', pathParameters: {} };
const eventOf = (given: Partial<IncomingRequest>, matched = match) =>
  httpEvent({ ...plain, ...given }, matched);

describe('an HTTP event', () => {
  test('omits the parts that the request does not have', () => {
    expect(eventOf({})).toEqual({
      version: '2.0',
      routeKey: 'GET /v1/affiliates',
      rawPath: '/v1/affiliates',
      rawQueryString: '',
      headers: { host: 'localhost:3000' },
      isBase64Encoded: false,
      requestContext: {
        accountId: 'anonymous',
        apiId: 'local',
        domainName: 'localhost:3000',
        domainPrefix: 'local',
        http: {
          method: 'GET',
          path: '/v1/affiliates',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: '',
        },
        requestId: 'request-1',
        routeKey: 'GET /v1/affiliates',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: 1773342238123,
      },
    });
  });

  test('an HTTP event has lower-case header names, and repeated headers are joined with commas', () => {
    const { headers } = eventOf({
      headers: [
        ['Accept', 'text/html'],
        ['X-Forwarded-For', '203.0.113.9'],
        ['ACCEPT', 'application/json'],
      ],
    });
    expect(headers).toEqual({ accept: 'text/html,application/json', 'x-forwarded-for': '203.0.113.9' });
  });

  test('contains cookies in their own list and not in the headers', () => {
    const { cookies, headers } = eventOf({
      headers: [
        ['Cookie', 'a=1; b=2'],
        ['cookie', 'c=3'],
      ],
    });
    expect(cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(headers).toEqual({});
  });

  test('contains decoded query parameters, repeated ones joined with commas, and the raw query string', () => {
    const { rawQueryString, queryStringParameters } = eventOf({
      url: '/v1/affiliates?a=1&b=x%20y+z&a=2%2C3&e=',
    });
    expect(rawQueryString).toBe('a=1&b=x%20y+z&a=2%2C3&e=');
    expect(queryStringParameters).toEqual({ a: '1,2,3', b: 'x y z', e: '' });
  });

  test('contains query parameters that are named like properties of every object, such as `toString`', () => {
    const { queryStringParameters = {} } = eventOf({ url: '/v1/affiliates?toString=1&__proto__=2' });
    expect(Object.entries(queryStringParameters)).toEqual([
      ['toString', '1'],
      ['__proto__', '2'],
    ]);
  });

  test.each([
    ['application/json', '{"a":"ü"}', false],
    ['application/problem+json; charset=utf-8', '{"a":"ü"}', false],
    ['text/plain', '{"a":"ü"}', false],
    ['application/octet-stream', 'eyJhIjoiw7wifQ==', true],
  ])('contains a body of type %s as %s (base64: %s)', (type, body, isBase64Encoded) => {
    const headers = [['Content-Type', type] as const];
    expect(eventOf({ headers, body: Buffer.from('{"a":"ü"}') })).toMatchObject({ body, isBase64Encoded });
  });

  test('contains a body without a content type as base64', () => {
    const given = { headers: [], body: Buffer.from('{"a":"ü"}') };
    expect(eventOf(given)).toMatchObject({ body: 'eyJhIjoiw7wifQ==', isBase64Encoded: true });
  });

  test('contains path parameters only if the route has some', () => {
    const matched = { routeKey: 'GET /v1/affiliates/{id}', pathParameters: { id: 'aff_1' } };
    expect(eventOf({ url: '/v1/affiliates/aff_1' }, matched)).toMatchObject(matched);
    expect(eventOf({})).not.toHaveProperty('pathParameters');
  });
});
