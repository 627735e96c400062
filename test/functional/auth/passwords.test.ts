import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { dataOf } from '#test/support/answers.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { createPerson, emailsTo, linkTokenOf, tokenIn } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { continueToCompletion } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

const newPassword = 'another long password';
const forgot = (email: string) => send('POST', '/auth/password/forgot', { body: { email } });
const reset = (token: string) =>
  send('POST', '/auth/password/reset', { body: { token, password: newPassword } });
const logIn = (email: string, chosen: string) =>
  send('POST', '/auth/brand/login', { body: { email, password: chosen } });
const me = (token: string) => send('GET', '/me', { token });

afterEach(() => useClock());

async function person() {
  const { brand } = await createBrand();
  return createPerson(brand.id);
}

describe('POST /v1/auth/password/forgot', () => {
  test('returns the same bytes after the same table calls for an unknown address as for a user', async () => {
    const { user } = await person();
    const [known, ofKnown] = await trafficOf(() => forgot(user.email));
    const [unknown, ofUnknown] = await trafficOf(() => forgot(unusedEmail()));
    const withoutId = ({ headers: { 'x-request-id': _, ...headers }, ...answer }: typeof known) => ({
      ...answer,
      headers,
    });
    expect(withoutId(unknown)).toEqual(withoutId(known));
    const commands = ({ calls }: typeof ofKnown) => calls.map(({ operation }) => operation);
    expect(commands(ofUnknown)).toEqual(commands(ofKnown));
  });

  test('sends at most five e-mails to an address in an hour, and answers as before', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { user } = await person();
    for (let count = 0; count < 7; count += 1) expect((await forgot(user.email)).status).toBe(204);
    await continueToCompletion();
    expect(emailsTo(user.email)).toHaveLength(5);
  });

  test('sends another e-mail from the beginning of the next hour', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { user } = await person();
    for (let count = 0; count < 5; count += 1) await forgot(user.email);
    for (const [at, sent] of [
      ['2026-03-01T12:59:59.999Z', 5],
      ['2026-03-01T13:00:00.000Z', 6],
    ] as const) {
      clock.set(at);
      await forgot(user.email);
      await continueToCompletion();
      expect(emailsTo(user.email)).toHaveLength(sent);
    }
    const hour = Math.floor(Date.parse('2026-03-01T12:00:00.000Z') / 3600_000);
    const counter = await getItem(emailKeys.emailedLinks(user.email, { purpose: 'passwordReset' }, hour));
    expect(Number(counter?.expiresAt)).toBeGreaterThanOrEqual((hour + 1) * 3600);
  });

  test.each([
    ['an address without an account', async () => unusedEmail()],
    [
      'an invited user, who needs the invitation',
      async () => (await createPerson((await createBrand()).brand.id, { status: 'invited' })).user.email,
    ],
  ])('sends nothing to %s', async (_, addressOf) => {
    const email = await addressOf();
    await forgot(email);
    expect((await allItems()).filter(({ to }) => to === email)).toMatchObject([{ type: 'noEmail' }]);
    await continueToCompletion();
    expect(emailsTo(email)).toEqual([]);
  });
});

describe('POST /v1/auth/password/reset', () => {
  test('sets the password with the link of the e-mail, ends all sessions, and tells the user', async () => {
    const { user, token } = await person();
    await forgot(user.email.toUpperCase());
    await continueToCompletion();
    const link = tokenIn(emailsTo(user.email)[0] ?? '');
    expect((await reset(link)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await logIn(user.email, password)).status).toBe(401);
    expect((await logIn(user.email, newPassword)).status).toBe(200);
    await continueToCompletion();
    expect(emailsTo(user.email).some((text) => text.includes('Your password was changed'))).toBe(true);
  });

  test('accepts a link once when two requests with it arrive at the same time', async () => {
    const { user } = await person();
    const link = await linkTokenOf(user, 'passwordReset');
    const answers = await Promise.all([reset(link), reset(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  });

  test('makes the other links of the user invalid', async () => {
    const { user } = await person();
    const [one, other] = [
      await linkTokenOf(user, 'passwordReset', 60),
      await linkTokenOf(user, 'passwordReset', 90),
    ];
    expect([(await reset(one)).status, (await reset(other)).status]).toEqual([204, 400]);
  });

  test('accepts a link until its last millisecond of 30 minutes', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const linkOf = async (email: string) => {
      await forgot(email);
      await continueToCompletion();
      return tokenIn(emailsTo(email)[0] ?? '');
    };
    const [one, other] = [await person(), await person()];
    const links = [await linkOf(one.user.email), await linkOf(other.user.email)] as const;
    clock.set('2026-03-01T12:29:59.999Z');
    expect((await reset(links[0])).status).toBe(204);
    clock.set('2026-03-01T12:30:00.000Z');
    expect((await reset(links[1])).json).toMatchObject({ statusCode: 400, code: 'link_invalid' });
  });

  test('refuses a link that was used before, and one from before a change of the password', async () => {
    const { user, token } = await person();
    const link = await linkTokenOf(user, 'passwordReset');
    expect((await reset(link)).status).toBe(204);
    expect((await reset(link)).json.code).toBe('link_invalid');
    const other = await person();
    const earlier = await linkTokenOf(other.user, 'passwordReset');
    const body = { currentPassword: password, newPassword };
    expect((await send('POST', '/auth/password', { token: other.token, body })).status).toBe(204);
    expect((await reset(earlier)).json.code).toBe('link_invalid');
    expect((await me(token)).status).toBe(401);
  });

  test('returns 400 for a token of another purpose, another user, or with any change', async () => {
    const [one, other] = [await person(), await person()];
    const token = await linkTokenOf(one.user, 'passwordReset');
    const wrong = [
      await linkTokenOf(one.user, 'invitation'),
      token.replace(one.user.id, other.user.id),
      token.replace(/\.(\w)(\w+)\./, (_, first, rest) => `.${first === 'z' ? 'y' : 'z'}${rest}.`),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'nonsense',
    ];
    for (const text of wrong) expect((await reset(text)).status, text).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });
});

test('the table never contains the token of a link', async () => {
  const { user } = await person();
  await forgot(user.email);
  const before = JSON.stringify(await allItems());
  await continueToCompletion();
  const token = tokenIn(emailsTo(user.email)[0] ?? '');
  expect(token.length).toBeGreaterThan(60);
  const mac = token.split('.').at(-1) ?? '';
  for (const items of [before, JSON.stringify(await allItems())]) expect(items).not.toContain(mac);
});

describe('POST /v1/auth/password', () => {
  const change = (token: string, currentPassword: string) =>
    send('POST', '/auth/password', { token, body: { currentPassword, newPassword } });

  test('changes the password, keeps the session of the token, and ends all other sessions', async () => {
    const { user, token } = await person();
    const { accessToken: other } = await dataOf(logIn(user.email, password));
    expect((await change(token, password)).status).toBe(204);
    expect([(await me(token)).status, (await me(other)).status]).toEqual([200, 401]);
    expect((await logIn(user.email, newPassword)).status).toBe(200);
  });

  test('counts a wrong current password as a failed login', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { token } = await person();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await change(token, 'wrong password')).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect((await change(token, password)).json).toMatchObject({ statusCode: 429, code: 'login_challenge' });
  });
});

describe('GET /v1/auth/choose-password', () => {
  test('returns a page whose policy allows only its own script and requests to the service', async () => {
    const { status, headers, text } = await send('GET', '/auth/choose-password');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; /,
    );
    expect(text).toContain('<label for="password">');
  });
});
