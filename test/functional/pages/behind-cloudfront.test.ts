// Tests that the API sees the address of the person, although the console calls it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { newVisitor } from '#test/support/page-visitor.ts';

const secret = 's'.repeat(48);

beforeAll(() => {
  vi.stubEnv('ORIGIN_SECRETS', `${secret},${'f'.repeat(48)}`);
  vi.stubEnv('GATEWAY_URL', 'https://gateway.example.test');
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const edgeHeaders = (address: string) => ({
  'x-origin-secret': secret,
  'cloudfront-viewer-address': address,
});

test.each([
  ['198.51.100.9:51000', '198.51.100.9'],
  ['2001:db8::7:51000', '2001:db8::7'],
])(
  'behind CloudFront, a sign-in from %s calls the gateway with the address of the person and the origin secret',
  async (sent, address) => {
    const { email, password } = await createAccount();
    vi.resetModules();
    const { addressIn } = await import('#lib/surface/http/edge.ts');
    const { consolePages } = await import('#lib/pages/console/pages.ts');
    const { pageHandler } = await import('#lib/pages/shared/handler.ts');
    const calls: { url: string; headers: Headers }[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      calls.push({ url, headers: new Headers(init.headers) });
      return new Response('{"data":{"accessToken":"token","user":{}}}', {
        headers: { 'content-type': 'application/json' },
      });
    });
    const visitor = newVisitor(pageHandler('pages.console', consolePages()));
    const { status } = await visitor.post('/console/sign-in', { email, password }, edgeHeaders(sent));
    expect(status).toBe(303);
    expect(calls.map(({ url }) => url)).toEqual(['https://gateway.example.test/v1/auth/brand/login']);
    expect(calls[0]?.headers.get('x-origin-secret')).toBe(secret);
    expect(addressIn(calls[0]?.headers.get('cloudfront-viewer-address') ?? undefined)).toBe(address);
    const direct = await visitor.post('/console/sign-in', { email, password });
    expect([direct.status, calls.length]).toEqual([403, 1]);
  },
);
