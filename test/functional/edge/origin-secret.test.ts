// Tests which requests a function accepts as sent by CloudFront, and what it takes from their headers.
import { afterEach, expect, test, vi } from 'vitest';
import type { HttpEvent } from '#lib/surface/http/request.ts';

const [current, former, wrong] = ['c'.repeat(48), 'f'.repeat(48), 'w'.repeat(48)];
const edgeAddress = '130.176.0.1';

const eventOf = (headers: Readonly<Record<string, string>>) =>
  ({ headers, requestContext: { http: { sourceIp: edgeAddress } } }) as unknown as HttpEvent;

const through = (secret: string) => ({
  'x-origin-secret': secret,
  'cloudfront-viewer-address': '203.0.113.7:40123',
  'cloudfront-viewer-country': 'DE',
});

/** The module is loaded again, because it reads the environment once. */
async function loadEdge(directRequests: 'accepted' | 'refused') {
  vi.stubEnv('ORIGIN_SECRETS', `${current},${former}`);
  vi.stubEnv('DIRECT_REQUESTS', directRequests);
  vi.resetModules();
  const { countryIn, throughEdge } = await import('#lib/surface/http/edge.ts');
  return (headers: Readonly<Record<string, string>>) => {
    const event = throughEdge(eventOf(headers));
    return [event.requestContext.http.sourceIp, countryIn(event.headers)];
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('a request with the current or the former secret has the address and the country of the client', async () => {
  const clientOf = await loadEdge('refused');
  for (const secret of [current, former]) expect(clientOf(through(secret))).toEqual(['203.0.113.7', 'DE']);
});

test('a request with another secret or without one is refused', async () => {
  const clientOf = await loadEdge('refused');
  const { 'x-origin-secret': _, ...withoutSecret } = through(current);
  for (const headers of [through(wrong), through(''), withoutSecret])
    expect(() => clientOf(headers)).toThrow('Send the request to the public address of the API');
});

test('a direct request has no country and the address of its connection, while the name of the API moves to CloudFront', async () => {
  const clientOf = await loadEdge('accepted');
  expect(clientOf(through(wrong))).toEqual([edgeAddress, undefined]);
  expect(clientOf(through(former))).toEqual(['203.0.113.7', 'DE']);
});
