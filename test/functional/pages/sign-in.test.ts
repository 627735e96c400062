// Tests how people sign in to the console, and attacks on its sessions and forms.
import { describe, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { seal } from '#lib/pages/shared/sealed.ts';
import { createAccount } from '#test/support/accounts.ts';
import { calls, prepareFailure, signedIn, visitConsole } from '#test/support/console.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';

const cookieName = '__Host-console';

describe('the sign-in of the console', () => {
  test('a manager signs in, sees the brand, and no response contains the token', async () => {
    const { visitor, brand } = await signedIn();
    const page = await visitor.get('/console');
    expect([page.status, page.text.includes(brand.name)]).toEqual([200, true]);
    const token = calls
      .findLast(({ route }) => route === 'GET /me')
      ?.headers.get('authorization')
      ?.slice(7);
    expect(token).toMatch(/^eyJ/);
    expect(`${page.text}${JSON.stringify(page.headers)}${[...visitor.jar.values()]}`).not.toContain(token);
  });

  test('the cookie of a session is only for this host, for encrypted connections and for requests of its own pages', async () => {
    const { email, password } = await createAccount();
    const { cookies } = await visitConsole().post('/console/sign-in', { email, password });
    expect(cookies).toHaveLength(1);
    expect(cookies[0]?.split('; ').slice(1)).toEqual([
      ...['Max-Age=86400', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'],
    ]);
    expect(cookies[0]).toMatch(/^__Host-console=/);
  });

  test('a wrong password shows the form again with the e-mail address and without the password', async () => {
    const { email } = await createAccount();
    const page = await visitConsole().post('/console/sign-in', { email, password: 'wrong password' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('The e-mail address or the password is wrong.');
    expect(page.text).toContain(`value="${email}"`);
    expect(page.text).not.toContain('wrong password');
  });

  test('a second factor is a second step that contains the password only encrypted', async () => {
    const { email, password } = await createAccount();
    const visitor = visitConsole();
    const end = prepareFailure('POST /auth/brand/login', 401, { code: 'second_factor_required' });
    const step = await visitor.post('/console/sign-in', { email, password });
    end();
    expect(step.text).toContain('one-time-code');
    expect(step.text).not.toContain(password);
    const proof = hiddenIn(step.text, 'proof');
    const { status } = await visitor.post('/console/sign-in', { proof, factor: '123 456' });
    expect(status).toBe(303);
    const { body } = calls.findLast(({ route }) => route === 'POST /auth/brand/login') ?? {};
    expect(JSON.parse(String(body))).toEqual({ email, password, code: '123456' });
  });

  test('a challenge of the API becomes a task for the script, and says how long a browser without it must wait', async () => {
    const challenge = { token: 'token-of-challenge', difficulty: 20 };
    const body = { code: 'login_challenge', challenge };
    const end = prepareFailure('POST /auth/brand/login', 429, body, { 'retry-after': '600' });
    const { email, password } = await createAccount();
    const visitor = visitConsole();
    const step = await visitor.post('/console/sign-in', { email, password });
    end();
    expect(step.text).toContain('data-challenge="token-of-challenge" data-difficulty="20"');
    expect(step.text).toContain('please wait 10 minutes');
    const solved = {
      proof: hiddenIn(step.text, 'proof'),
      challenge: challenge.token,
      solution: '7',
      factor: '',
    };
    await visitor.post('/console/sign-in', solved);
    const sent = JSON.parse(String(calls.findLast(({ route }) => route === 'POST /auth/brand/login')?.body));
    expect(sent.challenge).toEqual({ token: challenge.token, solution: '7' });
  });

  test('signing out ends the session of the API, so that a copy of the cookie is worthless', async () => {
    const { visitor } = await signedIn();
    const copy = visitor.jar.get(cookieName) ?? '';
    const { location } = await visitor.post('/console/sign-out');
    expect([location, visitor.jar.has(cookieName)]).toEqual(['/console/sign-in?done=out', false]);
    visitor.jar.set(cookieName, copy);
    expect((await visitor.get('/console/payouts')).location).toContain('/console/sign-in?ended=1');
  });

  test('a request for a forgotten password has the same answer for every address', async () => {
    const { email } = await createAccount();
    const pages = await Promise.all(
      [email, 'nobody@brands.test'].map((address) =>
        visitConsole().post('/console/forgot-password', { email: address }),
      ),
    );
    expect(pages.map(({ status, location }) => [status, location])).toEqual([
      [303, '/console/forgot-password?sent=1'],
      [303, '/console/forgot-password?sent=1'],
    ]);
  });

  test('the pages are in German for a browser that prefers it', async () => {
    const { text } = await visitConsole().get('/console/sign-in', { 'accept-language': 'de-CH,en;q=0.5' });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Passwort vergessen?');
  });
});

describe('attacks on the console', () => {
  test('a form from another site changes nothing', async () => {
    const { visitor } = await signedIn();
    const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    for (const headers of [evil, { origin: 'null' }]) {
      const before = calls.length;
      const page = await visitor.post('/console/sign-out', {}, headers);
      expect([page.status, calls.length]).toEqual([403, before]);
    }
    expect((await visitor.get('/console/payouts')).status).toBe(200);
  });

  test.each([
    'https://evil.test/console',
    '//evil.test/console',
    '/\\evil.test/console',
    'javascript:alert(1)',
    '/v1/openapi.json',
    '/console/../v1/openapi.json',
    '/consolevil',
  ])('the sign-in never leads to %s', async (to) => {
    const { email, password } = await createAccount();
    const { location } = await visitConsole().post('/console/sign-in', { email, password, to });
    expect(location).toBe('/console');
  });

  test('the sign-in leads back to the page that the person has asked for', async () => {
    const { email, password } = await createAccount();
    const visitor = visitConsole();
    const { location } = await visitor.get('/console/commissions?status=pending');
    const form = await visitor.get(location);
    const to = hiddenIn(form.text, 'to').replaceAll('&amp;', '&');
    const signed = await visitor.post('/console/sign-in', { email, password, to });
    expect(signed.location).toBe('/console/commissions?status=pending');
  });

  test('a session of an attacker does not survive the sign-in', async () => {
    const attacker = await signedIn();
    const { email, password, brand } = await createAccount();
    const fixed = attacker.visitor.jar.get(cookieName) ?? '';
    const victim = visitConsole();
    victim.jar.set(cookieName, fixed);
    await victim.post('/console/sign-in', { email, password });
    expect(victim.jar.get(cookieName)).not.toBe(fixed);
    expect(brand.id).not.toBe(attacker.brand.id);
    await victim.get('/console/payouts');
    const used = calls.findLast(({ route }) => route === 'GET /payouts')?.headers.get('authorization');
    await attacker.visitor.get('/console/payouts');
    expect(calls.findLast(({ route }) => route === 'GET /payouts')?.headers.get('authorization')).not.toBe(
      used,
    );
  });

  test('a changed cookie, one of the portal and one that has expired are no sessions', async () => {
    const { visitor } = await signedIn();
    const valid = visitor.jar.get(cookieName) ?? '';
    const values = { token: 'token', mode: 'live' };
    const others = [
      `${valid.slice(0, -30)}${valid.slice(-30).replaceAll(/[a-m]/g, 'z')}`,
      await seal(values, { purpose: 'portal', now: now(), seconds: 60 }),
      await seal(values, { purpose: 'console', now: now(), seconds: -60 }),
      'nothing',
    ];
    for (const cookie of others) {
      visitor.jar.set(cookieName, cookie);
      expect((await visitor.get('/console/payouts')).location).toBe(
        '/console/sign-in?to=%2Fconsole%2Fpayouts',
      );
    }
  });

  test('no page can be shown in a frame, run a script of another origin, or be cached', async () => {
    const { visitor } = await signedIn();
    for (const path of ['/console', '/console/sign-in', '/console/nothing']) {
      const { headers } = await visitor.get(path);
      const policy = headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect([headers['x-frame-options'], headers['cache-control']]).toEqual(['DENY', 'no-store']);
    }
  });
});
