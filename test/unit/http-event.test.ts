import { expect, test } from 'vitest';
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

test('what a request does not have is left out', () => {
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

test('headers are in lower case, repeated ones joined by commas', () => {
  const { headers } = eventOf({
    headers: [
      ['Accept', 'text/html'],
      ['X-Forwarded-For', '203.0.113.9'],
      ['ACCEPT', 'application/json'],
    ],
  });
  expect(headers).toEqual({ accept: 'text/html,application/json', 'x-forwarded-for': '203.0.113.9' });
});

test('cookies stand in a list of their own, and not among the headers', () => {
  const { cookies, headers } = eventOf({
    headers: [
      ['Cookie', 'a=1; b=2'],
      ['cookie', 'c=3'],
    ],
  });
  expect(cookies).toEqual(['a=1', 'b=2', 'c=3']);
  expect(headers).toEqual({});
});

test('query parameters are decoded, repeated ones joined by commas; the raw query stays as it was', () => {
  const { rawQueryString, queryStringParameters } = eventOf({
    url: '/v1/affiliates?a=1&b=x%20y+z&a=2%2C3&e=',
  });
  expect(rawQueryString).toBe('a=1&b=x%20y+z&a=2%2C3&e=');
  expect(queryStringParameters).toEqual({ a: '1,2,3', b: 'x y z', e: '' });
});

test('names that every object has are names like others', () => {
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
  [undefined, 'eyJhIjoiw7wifQ==', true],
])('a body of type %s is handed over as text or as base64', (type, body, isBase64Encoded) => {
  const headers = type === undefined ? [] : [['Content-Type', type] as const];
  expect(eventOf({ headers, body: Buffer.from('{"a":"ü"}') })).toMatchObject({ body, isBase64Encoded });
});

test('path parameters are there where the route has some', () => {
  const matched = { routeKey: 'GET /v1/affiliates/{id}', pathParameters: { id: 'aff_1' } };
  expect(eventOf({ url: '/v1/affiliates/aff_1' }, matched)).toMatchObject(matched);
  expect(eventOf({})).not.toHaveProperty('pathParameters');
});
