// Tests the pages of the portal with the real API behind them, with its failures, and with attacks on the sign-in.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Brand } from '#lib/access/brands/schema.ts';
import { calls, prepareFailure } from '#test/support/console.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';
import { createPortalCreator, creatorLinkOf } from '#test/support/portal.ts';
import { type PortalVisitor, signedInCreator, visitPortal } from '#test/support/portal-visitor.ts';
import { createBrand } from '#test/support/service.ts';

const cookieName = '__Host-portal';
let brand: Brand;
let home = '';

beforeAll(async () => {
  ({ brand } = await createBrand());
  home = `/creators/${brand.slug}`;
});

type Creator = Awaited<ReturnType<typeof createPortalCreator>>['affiliate'];

async function useLink(visitor: PortalVisitor, creator: Creator) {
  const token = await creatorLinkOf(creator, 'creatorSignIn');
  return visitor.post(`${home}/session`, { token });
}

const signedIn = () => signedInCreator(brand);

describe('the way back to a page', () => {
  test('a session that ends on a page leads to the sign-in with a notice, and the next link leads once to the page', async () => {
    const { affiliate, visitor } = await signedIn();
    const path = `${home}/commissions?status=rejected`;
    const end = prepareFailure('GET /creator/commissions', 401, { code: 'token_revoked' });
    const { status, location } = await visitor.get(path);
    end();
    expect([status, location]).toEqual([303, `${home}/sign-in?ended=1&to=${encodeURIComponent(path)}`]);
    expect(visitor.jar.has(cookieName)).toBe(false);
    expect((await visitor.get(location)).text).toContain('Your session has ended.');
    expect((await useLink(visitor, affiliate)).location).toBe(path);
    expect((await useLink(visitor, affiliate)).location).toBe(home);
  });

  test('a page without a session is the page after the sign-in', async () => {
    const { affiliate } = await createPortalCreator(brand);
    const visitor = visitPortal();
    const { location } = await visitor.get(`${home}/payouts`);
    await visitor.get(location);
    expect((await useLink(visitor, affiliate)).location).toBe(`${home}/payouts`);
  });

  test.each(['https://evil.test', '//evil.test', '/\\evil.test', '/console', '/creators/another-brand'])(
    'no link leads to %s',
    async (to) => {
      const { affiliate } = await createPortalCreator(brand);
      const visitor = visitPortal();
      await visitor.get(`${home}/sign-in?to=${encodeURIComponent(to)}`);
      expect((await useLink(visitor, affiliate)).location).toBe(home);
      visitor.jar.set('__Host-return', to);
      expect((await useLink(visitor, affiliate)).location).toBe(home);
    },
  );
});

test('a session of an attacker does not survive the sign-in of a creator', async () => {
  const attacker = await signedIn();
  const fixed = attacker.visitor.jar.get(cookieName) ?? '';
  const { affiliate } = await createPortalCreator(brand);
  const victim = visitPortal();
  victim.jar.set(cookieName, fixed);
  await useLink(victim, affiliate);
  expect(victim.jar.get(cookieName)).not.toBe(fixed);
  expect((await victim.get(`${home}/profile`)).text).toContain(affiliate.email);
  expect((await attacker.visitor.get(`${home}/profile`)).text).toContain(attacker.affiliate.email);
});

describe('failures of the API', () => {
  test.each([
    [429, { code: 'request_limit_reached' }],
    [503, { code: 'service_busy' }],
    [503, {}],
  ])('a %i of a page keeps the frame of the creator and tries again by itself', async (status, body) => {
    const { visitor } = await signedIn();
    const end = prepareFailure('GET /creator/payouts', status, body, { 'retry-after': '7' });
    const page = await visitor.get(`${home}/payouts`);
    end();
    expect([page.status, page.headers['retry-after'], page.headers.refresh]).toEqual([status, '7', '7']);
    expect(page.text).toContain('This page tries again by itself in 7 seconds.');
    expect(page.text).toContain(`href="${home}/payouts" aria-current="page"`);
    expect(page.text).toContain(`action="${home}/sign-out"`);
  });

  test('a page that does not exist keeps the menu, but not on the address of another brand', async () => {
    const { visitor } = await signedIn();
    const own = await visitor.get(`${home}/unknown`);
    expect([own.status, own.text.includes(`action="${home}/sign-out"`)]).toEqual([404, true]);
    const other = await visitor.get('/creators/unknown-brand/join');
    expect([other.status, other.text.includes('<nav')]).toEqual([404, false]);
  });

  test.each([
    [403, 'plan_required'],
    [409, 'status_conflict'],
  ])('a %i of a page shows the message of the API as text', async (status, code) => {
    const { visitor } = await signedIn();
    const end = prepareFailure('GET /creator/payouts', status, { code, message: '<img src=x>' });
    const page = await visitor.get(`${home}/payouts`);
    end();
    expect([page.status, page.text.includes('&lt;img src=x&gt;')]).toEqual([status, true]);
  });

  test('an unexpected failure shows the number of the request and no cause', async () => {
    const { visitor } = await signedIn();
    const end = prepareFailure('GET /creator', 200, { data: null });
    const page = await visitor.get(home);
    end();
    expect(page.status).toBe(500);
    expect(page.text).toContain(`<code>${page.headers['x-request-id']}</code>`);
    expect(page.text).not.toContain('TypeError');
  });

  test('a form whose response was lost is sent again with the same key', async () => {
    const { visitor } = await signedIn();
    const path = `${home}/commissions/missing`;
    const end = prepareFailure('POST /creator/disputes', 503, { code: 'service_busy' });
    const page = await visitor.post(path, { requestId: 'lost-1', orderId: 'lost', message: 'Mine' });
    end();
    expect(page.status).toBe(503);
    const fields = { requestId: hiddenIn(page.text, 'requestId'), orderId: 'lost', message: 'Mine' };
    for (const _ of [1, 2]) expect((await visitor.post(path, fields)).status).toBe(303);
    const keys = calls
      .filter(({ route }) => route === 'POST /creator/disputes')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(['lost-1', 'lost-1', 'lost-1']);
  });
});
