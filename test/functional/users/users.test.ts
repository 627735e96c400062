import { describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createPerson, emailsTo, tokenIn } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const inviteTo = (token: string, email: string, role = 'member') =>
  send('POST', '/users', { token, body: { email, role, name: 'Ada <b>' } });
const accept = (token: string) => send('POST', '/auth/invitations/accept', { body: { token, password } });
const logIn = (email: string) => send('POST', '/auth/brand/login', { body: { email, password } });

async function invitationLinkOf(email: string): Promise<string> {
  await continueToCompletion();
  return tokenIn(emailsTo(email).at(-1) ?? '');
}

describe('GET /v1/me', () => {
  test('returns the user of the token and the brand, on every plan', async () => {
    const { brand } = await createBrand('starter');
    const { user, token } = await createPerson(brand.id);
    const { id, email, createdAt } = user;
    expect(await dataOf(send('GET', '/me', { token }))).toEqual({
      ...{ id, email, createdAt, name: '', role: 'member', status: 'active', hasSecondFactor: false },
      brand: { id: brand.id, name: 'Acme' },
    });
  });
});

describe('POST /v1/users', () => {
  test('sends an invitation whose link works once and lets the user log in', async () => {
    const { admin } = await createBrand();
    const email = unusedEmail();
    const invited = await dataOf(inviteTo(admin, email), 201);
    expect(invited).toMatchObject({ email, role: 'member', status: 'invited', name: 'Ada <b>' });
    expect((await logIn(email)).status).toBe(401);
    const token = await invitationLinkOf(email);
    expect((await accept(token)).status).toBe(204);
    expect((await accept(token)).json).toMatchObject({ statusCode: 400, code: 'link_invalid' });
    const { accessToken } = await dataOf(logIn(email));
    expect(await dataOf(send('GET', '/me', { token: accessToken }))).toMatchObject({ status: 'active' });
  });

  test('returns 409 for an address that any user of the service has', async () => {
    const [acme, bolt] = [await createBrand(), await createBrand()];
    const { user } = await createPerson(bolt.brand.id);
    expect((await inviteTo(acme.admin, user.email)).json).toMatchObject({ code: 'user_exists' });
  });

  test('sends one e-mail when the invitation is retried with the same key', async () => {
    const { admin } = await createBrand();
    const email = unusedEmail();
    const headers = { 'idempotency-key': email };
    const body = { email, role: 'admin' };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await send('POST', '/users', { token: admin, body, headers })).status).toBe(201);
    await continueToCompletion();
    expect(emailsTo(email)).toHaveLength(1);
  });
});

describe('POST /v1/users/{id}/invitation', () => {
  test('sends the invitation again until five e-mails were sent within an hour', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const email = unusedEmail();
    const { id } = await dataOf(inviteTo(admin, email), 201);
    const again = () => send('POST', `/users/${id}/invitation`, { token: admin });
    for (let count = 0; count < 4; count += 1) expect((await again()).status).toBe(200);
    expect((await again()).json).toMatchObject({ statusCode: 429, code: 'email_limit_reached' });
    await continueToCompletion();
    expect(emailsTo(email)).toHaveLength(5);
    await accept(tokenIn(emailsTo(email)[0] ?? ''));
    expect((await again()).json).toMatchObject({ statusCode: 409, code: 'user_not_invited' });
  });
});

describe('PATCH and DELETE /v1/users/{id}', () => {
  test('changes of a role apply to the next request', async () => {
    const { brand, admin } = await createBrand();
    const { user, token } = await createPerson(brand.id);
    const path = `/users/${user.id}`;
    expect((await send('PATCH', '/brand', { token, body: { name: 'Bolt' } })).status).toBe(403);
    await dataOf(send('PATCH', path, { token: admin, body: { role: 'admin', name: 'Eve' } }));
    expect((await send('PATCH', '/brand', { token, body: { name: 'Bolt' } })).status).toBe(200);
    expect(await dataOf(send('GET', path, { token }))).toMatchObject({ role: 'admin', name: 'Eve' });
  });

  test('a removed user loses all sessions at once', async () => {
    const { brand, admin } = await createBrand();
    const { user, token } = await createPerson(brand.id);
    expect((await send('DELETE', `/users/${user.id}`, { token: admin })).status).toBe(204);
    expect((await send('GET', '/me', { token })).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(401);
    expect((await send('GET', `/users/${user.id}`, { token: admin })).status).toBe(404);
  });

  test('the last admin cannot be removed or demoted, although another admin is invited', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await dataOf(send('GET', '/me', { token: admin }));
    await createPerson(brand.id, { role: 'admin', status: 'invited' });
    const path = `/users/${id}`;
    for (const answer of [
      await send('DELETE', path, { token: admin }),
      await send('PATCH', path, { token: admin, body: { role: 'member' } }),
    ])
      expect(answer.json).toMatchObject({ statusCode: 409, code: 'last_admin' });
  });

  test('one of two admins stays when each removes the other at the same time', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await dataOf(send('GET', '/me', { token: admin }));
    const other = await createPerson(brand.id, { role: 'admin' });
    const answers = await Promise.all([
      send('DELETE', `/users/${other.user.id}`, { token: admin }),
      send('DELETE', `/users/${id}`, { token: other.token }),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});
