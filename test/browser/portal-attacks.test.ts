// Attacks the portal of creators over HTTP, against a local stage.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Affiliate } from '#lib/client/index.ts';
import { usePortal } from './portal-stage.ts';

const portal = usePortal();
const markup = '<img src=x onerror=alert(1)>';
let creator: Affiliate;
let cookie = '';

interface Sent {
  readonly cookie?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly origin?: string | null;
}

/** Sends a form, or opens a page, without following a redirect. */
async function send(url: string, { cookie: sent = '', form, origin = portal.origin }: Sent = {}) {
  const response = await fetch(url, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      cookie: sent,
      accept: 'text/html',
      ...(origin !== null && form !== undefined && { origin }),
    },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get('location') };
}

async function linkTokenOf({ id }: Affiliate): Promise<string> {
  const { url } = await portal.brand.affiliates.createSession(id);
  return new URL(url).searchParams.get('token') ?? '';
}

async function signIn(of: Affiliate): Promise<string> {
  const { headers } = await send(`${portal.home}/session`, { form: { token: await linkTokenOf(of) } });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

beforeAll(async () => {
  creator = await portal.newCreator(markup);
  cookie = await signIn(creator);
});

test('a link works once, opening its page uses nothing, and the second use says what to do', async () => {
  const token = await linkTokenOf(creator);
  for (const _ of [1, 2]) expect((await send(`${portal.home}/sign-in?token=${token}`)).status).toBe(200);
  const [first, second] = [
    await send(`${portal.home}/session`, { form: { token } }),
    await send(`${portal.home}/session`, { form: { token } }),
  ];
  expect([first.status, first.location]).toEqual([303, new URL(portal.home).pathname]);
  expect(first.headers.get('set-cookie')).toMatch(
    /^__Host-portal=[\w.-]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(second.status).toBe(409);
  expect(second.headers.get('set-cookie')).toBeNull();
  expect(second.text).toContain('This link no longer works');
});

test('a creator cannot open the statement of another creator', async () => {
  const other = await portal.newCreator();
  await portal.brand.conversions.create({
    orderId: 'attack-1',
    amount: 90,
    trackingCode: other.trackingCode,
  });
  const { data } = await portal.brand.commissions.list({ affiliateId: other.id });
  await portal.brand.commissions.approve(data[0]?.id ?? '');
  const payout = await portal.brand.payouts.create({ affiliateIds: [other.id], minimum: 1 });
  const { status } = await send(`${portal.home}/payouts/${payout?.id}`, { cookie });
  expect(status).toBe(404);
  const { text } = await send(`${portal.home}/commissions/missing?order=attack-1`, { cookie });
  expect(text).toContain('The order came without your link and without your code.');
});

test('the cookie of one brand does not open the portal of another brand', async () => {
  const { slug } = await portal.adminOf('scale').brands.get();
  const { status, location } = await send(`${portal.origin}/creators/${slug}`, { cookie });
  expect([status, location]).toEqual([303, `/creators/${slug}/sign-in`]);
});

describe('a cookie', () => {
  test.each([
    ['of the console', () => cookie.replace('__Host-portal', '__Host-console')],
    ['that was changed', () => `${cookie.slice(0, -4)}AAAA`],
    ['that a person has invented', () => '__Host-portal=eyJhbGciOiJub25lIn0.e30.'],
  ])('a cookie %s opens no portal', async (_, changed) => {
    expect((await send(portal.home, { cookie })).status).toBe(200);
    const { status, location } = await send(portal.home, { cookie: changed() });
    expect([status, location]).toEqual([303, `${new URL(portal.home).pathname}/sign-in`]);
  });

  test('a cookie contains neither the access token nor the name of the creator', () => {
    expect(atob((cookie.split('=')[1] ?? '').split('.')[0] ?? '')).toContain('A256GCM');
    expect(cookie).not.toContain(creator.id);
  });
});

test('the session ends when the brand bans the creator', async () => {
  const banned = await portal.newCreator();
  const its = await signIn(banned);
  expect((await send(portal.home, { cookie: its })).status).toBe(200);
  await portal.brand.affiliates.update(banned.id, { status: 'banned' });
  const { status, location } = await send(portal.home, { cookie: its });
  expect(status).toBe(303);
  expect(location).toContain('/sign-in?ended=1');
});

test.each(['https://evil.test', 'null', null])(
  'a form that was sent by the origin %s changes nothing',
  async (origin) => {
    const forms = {
      profile: { name: 'Mallory', profileUrl: '' },
      'payment-details': { type: 'paypal', email: 'mallory@paypal.test' },
    };
    for (const [page, form] of Object.entries(forms))
      expect((await send(`${portal.home}/${page}`, { cookie, form, origin })).status).toBe(403);
    expect((await portal.brand.affiliates.get(creator.id)).name).toBe(markup);
    expect((await portal.brand.payoutDetails.get(creator.id)).details).toBeNull();
  },
);

test('a creator sees and changes only the own payment details, whatever the address and the form name', async () => {
  const other = await portal.newCreator();
  await portal.brand.payoutDetails.set(other.id, { type: 'paypal', email: 'zoe@paypal.test' });
  const url = `${portal.home}/payment-details?type=paypal&id=${other.id}&affiliateId=${other.id}`;
  expect((await send(url, { cookie })).text).not.toContain('@paypal.test');
  const form = { type: 'paypal', email: 'ada@paypal.test', affiliateId: other.id, id: other.id };
  expect((await send(url, { cookie, form })).status).toBe(303);
  const shown = async ({ id }: Affiliate) => (await portal.brand.payoutDetails.get(id)).details?.email;
  expect([await shown(creator), await shown(other)]).toEqual(['a***@paypal.test', 'z***@paypal.test']);
});

test('HTML in each field of the payment details and of the profile is shown as text', async () => {
  const fields = [
    'name',
    'iban',
    'email',
    'text',
    'tax.country',
    'tax.taxId',
    'profileUrl',
    'language',
    'mails',
    'type',
  ];
  const form = Object.fromEntries(fields.map((name) => [name, markup]));
  const pages = [
    '/profile',
    ...['sepa', 'paypal', 'wise', 'other'].map((type) => `/payment-details?type=${type}`),
  ];
  for (const page of pages) {
    const type = new URLSearchParams(page.split('?')[1]).get('type') ?? markup;
    const { status, text } = await send(portal.home + page, { cookie, form: { ...form, type } });
    expect([page, status, text.includes('<img'), text.includes('&lt;img')]).toEqual([page, 400, false, true]);
  }
});

test('HTML in names, in the number of an order, in the status of a filter and in a token is shown as text', async () => {
  await portal.brand.conversions.create({ orderId: markup, amount: 9, trackingCode: creator.trackingCode });
  const encoded = encodeURIComponent(markup);
  const paths = [
    '',
    '/profile',
    `/commissions?status=${encoded}`,
    `/commissions/missing?order=${encoded}`,
    `/payouts/${encoded}`,
  ];
  const publicPaths = [`/sign-in?token=${encoded}`, `/sign-in?done=${encoded}`];
  const texts = await Promise.all([
    ...paths.map(async (path) => (await send(portal.home + path, { cookie })).text),
    ...publicPaths.map(async (path) => (await send(portal.home + path)).text),
  ]);
  expect(texts.map((text) => text.includes('<main'))).toEqual(texts.map(() => true));
  expect(texts.filter((text) => text.includes('<img'))).toEqual([]);
  expect(texts.join('')).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('no address of the portal redirects to another site', async () => {
  const { pathname } = new URL(portal.home);
  const addresses = [
    '//evil.test',
    `${pathname}/..//evil.test`,
    `/%2F%2Fevil.test`,
    '/https:%2F%2Fevil.test',
  ];
  for (const address of addresses) {
    const { location } = await send(`${portal.origin}/creators${address}`, { cookie });
    expect(new URL(location ?? '/', portal.origin).origin).toBe(portal.origin);
  }
  const { location } = await send(`${portal.home}/session?to=https://evil.test`, {
    form: { token: await linkTokenOf(creator), to: 'https://evil.test' },
  });
  expect(location).toBe(pathname);
});

test('pages cannot be framed, load nothing from other hosts, and are not kept by caches', async () => {
  const { headers } = await send(portal.home, { cookie });
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toContain('no-store');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|unsafe/);
});
