import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { newUser } from '#lib/access/brands/rules/new-brand.ts';
import { addUser } from '#lib/access/brands/writes.ts';
import { maxUsers } from '#lib/access/users/schema/users.ts';
import { createUser, listUsers } from '#lib/access/users/store/operate.ts';
import { getUser, removeUser } from '#lib/access/users/store/users.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dataOf } from '#test/support/answers.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { createPerson, emailsTo, linkTokenOf, tokenIn } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { continueToCompletion } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

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
    await continueToCompletion();
    // The first password is no change of a password.
    expect(emailsTo(email)).toHaveLength(1);
  });

  test('returns 409 for an address that a user of the brand has', async () => {
    const { brand, admin } = await createBrand();
    const { user } = await createPerson(brand.id);
    expect((await inviteTo(admin, user.email)).json).toMatchObject({ statusCode: 409, code: 'user_exists' });
    const email = unusedEmail();
    const answers = await Promise.all([inviteTo(admin, email), inviteTo(admin, email.toUpperCase())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('accepts an invitation until its last millisecond of seven days', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const tokens: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const email = unusedEmail();
      await dataOf(inviteTo(admin, email), 201);
      tokens.push(await invitationLinkOf(email));
    }
    const [early = '', late = ''] = tokens;
    clock.set('2026-03-08T11:59:59.999Z');
    expect((await accept(early)).status).toBe(204);
    clock.set('2026-03-08T12:00:00.000Z');
    expect((await accept(late)).json).toMatchObject({ statusCode: 400, code: 'link_invalid' });
  });

  /** A brand with `count` users. Two of them have a session. */
  async function brandWithUsers(count: number, input: { readonly status?: 'invited' } = {}) {
    const { brand, admin } = await createBrand();
    const others = Array.from({ length: count - 2 }, () =>
      newUser(brand.id, { email: unusedEmail(), role: 'member', ...input }, now()),
    );
    await writeInBulk(others.flatMap((user) => addUser(user, 'no password')));
    return { brand, admin, others };
  }

  test('a brand invites its 200th user, and no other one until a user is removed', async () => {
    const { admin } = await brandWithUsers(maxUsers - 1);
    expect(maxUsers).toBe(200);
    const { id } = await dataOf(inviteTo(admin, unusedEmail()), 201);
    expect((await inviteTo(admin, unusedEmail())).json.code).toBe('user_limit_reached');
    expect((await send('DELETE', `/users/${id}`, { token: admin })).status).toBe(204);
    expect((await inviteTo(admin, unusedEmail())).status).toBe(201);
  });

  test('parallel invitations take every free place of a brand, and no other one', async () => {
    const { brand, admin } = await brandWithUsers(maxUsers - 3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => inviteTo(admin, unusedEmail())));
    const codes = answers.map(({ status, json }) => json.code ?? status).toSorted();
    expect(codes).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 'user_limit_reached')]);
    expect(await listUsers(brand.id)).toHaveLength(maxUsers);
  });

  test('an operator who creates a user during an invitation does not exceed the limit of users', async () => {
    const { brand, admin } = await brandWithUsers(maxUsers - 1);
    const create = () => createUser(brand.id, { email: unusedEmail(), role: 'member', password }, now());
    const invitation = pauseAt(1, () => inviteTo(admin, unusedEmail()), isTransaction);
    expect(await invitation.isHeld).toBe(true);
    await create();
    expect((await invitation.release()).json.code).toBe('user_limit_reached');
    await expect(create()).rejects.toThrow('200 users');
  });

  test('an invitation counts as a user until it has expired, and again when it is sent again', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, others } = await brandWithUsers(maxUsers, { status: 'invited' });
    clock.set('2026-03-08T12:01:01.000Z');
    const { token } = await createPerson(brand.id, { role: 'admin' });
    const invite = () => inviteTo(token, unusedEmail());
    expect((await invite()).status).toBe(201);
    const again = (user: number) => send('POST', `/users/${others[user]?.id}/invitation`, { token });
    expect((await again(0)).status).toBe(200);
    const more = Array.from({ length: maxUsers - 5 }, () =>
      newUser(brand.id, { email: unusedEmail(), role: 'member' }, now()),
    );
    await writeInBulk(more.flatMap((user) => addUser(user, 'no password')));
    expect((await invite()).json.code).toBe('user_limit_reached');
    expect((await again(1)).json.code).toBe('user_limit_reached');
    expect((await again(0)).status).toBe(200);
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

  test('an invitation is not prevented by requests of a stranger to reset the password of the address', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const email = unusedEmail();
    const forgot = () => send('POST', '/auth/password/forgot', { body: { email } });
    for (let count = 0; count < 5; count += 1) expect((await forgot()).status).toBe(204);
    const { id } = await dataOf(inviteTo(admin, email), 201);
    for (let count = 0; count < 5; count += 1) await forgot();
    expect((await send('POST', `/users/${id}/invitation`, { token: admin })).status).toBe(200);
  });

  test('an invitation is not prevented by another brand that has sent five invitations to the address', async () => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const [acme, bolt] = [await createBrand(), await createBrand()];
    const email = unusedEmail();
    const { id } = await dataOf(inviteTo(bolt.admin, email), 201);
    const again = () => send('POST', `/users/${id}/invitation`, { token: bolt.admin });
    for (let count = 0; count < 4; count += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
    expect((await send('DELETE', `/users/${id}`, { token: bolt.admin })).status).toBe(204);
    expect((await inviteTo(bolt.admin, email)).json.code).toBe('email_limit_reached');
    expect((await inviteTo(acme.admin, email)).status).toBe(201);
  });
});

test('an invitation is not sent again when it is accepted meanwhile', async () => {
  const { admin } = await createBrand();
  const email = unusedEmail();
  const { id } = await dataOf(inviteTo(admin, email), 201);
  const link = await invitationLinkOf(email);
  const paused = pauseAt(1, () => send('POST', `/users/${id}/invitation`, { token: admin }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  expect((await accept(link)).status).toBe(204);
  expect((await paused.release()).json.code).toBe('user_not_invited');
});

describe('two admins of a brand', () => {
  /** Two admins, each of whom may change the other. */
  async function twoAdmins() {
    const { brand, admin } = await createBrand();
    const { id } = await dataOf(send('GET', '/me', { token: admin }));
    const other = await createPerson(brand.id, { role: 'admin' });
    const demote = (token: string, userId: string) =>
      send('PATCH', `/users/${userId}`, { token, body: { role: 'member' } });
    const remove = (token: string, userId: string) => send('DELETE', `/users/${userId}`, { token });
    const rolesOf = async (token: string) =>
      (await send('GET', '/users', { token })).json.data
        .map(({ role }: { readonly role: string }) => role)
        .toSorted();
    return {
      one: { id, token: admin },
      other: { id: other.user.id, token: other.token },
      demote,
      remove,
      rolesOf,
    };
  }

  test('an admin who was demoted cannot demote the other one afterwards, and the last admin stays', async () => {
    const { one, other, demote, rolesOf } = await twoAdmins();
    expect((await demote(one.token, other.id)).status).toBe(200);
    expect((await demote(other.token, one.id)).json.code).toBe('role_forbidden');
    expect((await demote(one.token, one.id)).json.code).toBe('last_admin');
    expect(await rolesOf(one.token)).toEqual(['admin', 'member', 'member']);
  });

  test.each([
    ['demotes', 'demotes', 'role_forbidden'],
    ['demotes', 'removes', 'token_revoked'],
    ['removes', 'demotes', 'role_forbidden'],
  ] as const)(
    'one admin stays when each %s or %s the other at the same time',
    async (first, second, code) => {
      const { one, other, rolesOf, ...actions } = await twoAdmins();
      const act = { demotes: actions.demote, removes: actions.remove };
      const paused = pauseAt(1, () => act[first](one.token, other.id), isTransaction);
      expect(await paused.isHeld).toBe(true);
      expect((await act[second](other.token, one.id)).status).toBeLessThan(300);
      expect((await paused.release()).json.code).toBe(code);
      expect((await rolesOf(other.token)).filter((role: string) => role === 'admin')).toEqual(['admin']);
    },
  );

  test('one admin stays when both demote themselves at the same time', async () => {
    const { one, other, demote, rolesOf } = await twoAdmins();
    const paused = pauseAt(1, () => demote(one.token, one.id), isTransaction);
    expect(await paused.isHeld).toBe(true);
    expect((await demote(other.token, other.id)).status).toBe(200);
    expect((await paused.release()).json.code).toBe('last_admin');
    expect((await rolesOf(one.token)).filter((role: string) => role === 'admin')).toEqual(['admin']);
  });

  test('an invited admin who accepts while another removes the user stays as the last admin', async () => {
    const { brand, admin } = await createBrand();
    const invited = await createPerson(brand.id, { role: 'admin', status: 'invited' });
    const { id } = await dataOf(send('GET', '/me', { token: admin }));
    const find = () => getUser(brand.id, invited.user.id);
    const remove = pauseAt(1, () => removeUser(find), isTransaction);
    expect(await remove.isHeld).toBe(true);
    const token = await linkTokenOf(invited.user, 'invitation');
    expect((await accept(token)).status).toBe(204);
    const { accessToken } = await dataOf(logIn(invited.user.email));
    const demotion = send('PATCH', `/users/${id}`, { token: accessToken, body: { role: 'member' } });
    expect((await demotion).status).toBe(200);
    await expect(remove.release()).rejects.toThrow('last admin');
  });
});

describe('PATCH and DELETE /v1/users/{id}', () => {
  test.each([
    ['name', { name: 'Eve' }, { role: 'admin' }],
    ['role', { role: 'admin' }, { name: 'Eve' }],
  ])('a change of the %s keeps what a concurrent change wrote meanwhile', async (_, slow, quick) => {
    const { brand, admin } = await createBrand();
    const { user } = await createPerson(brand.id);
    const change = (body: object) => send('PATCH', `/users/${user.id}`, { token: admin, body });
    const paused = pauseAt(1, () => change(slow), isTransaction);
    expect(await paused.isHeld).toBe(true);
    expect((await change(quick)).status).toBe(200);
    expect((await paused.release()).json.data).toMatchObject(slow);
    expect(await dataOf(send('GET', `/users/${user.id}`, { token: admin }))).toMatchObject({
      name: 'Eve',
      role: 'admin',
    });
    // A login reads the role from the credentials.
    const { accessToken } = await dataOf(logIn(user.email));
    expect(decodeJwt(accessToken).role).toBe('admin');
  });

  test('a change that repeats the present role and name writes nothing', async () => {
    const { brand, admin } = await createBrand();
    const { user } = await createPerson(brand.id);
    const body = { role: user.role, name: 'Eve' };
    expect((await send('PATCH', `/users/${user.id}`, { token: admin, body })).status).toBe(200);
    const [answer, { calls }] = await trafficOf(() =>
      send('PATCH', `/users/${user.id}`, { token: admin, body }),
    );
    expect([answer.status, calls.filter(({ operation }) => operation.startsWith('Transact'))]).toEqual([
      200,
      [],
    ]);
  });

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
