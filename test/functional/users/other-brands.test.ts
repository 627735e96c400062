// Tests invitations to addresses of other brands, which must reveal and change nothing.
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { loginPartition } from '#lib/foundation/table/keys/keys.ts';
import { dataOf } from '#test/support/answers.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { allItems } from '#test/support/items.ts';
import { createPerson, emailsTo, tokenIn } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { continueToCompletion } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

const inviteTo = (token: string, email: string) =>
  send('POST', '/users', { token, body: { email, role: 'member' } });
const accept = (token: string) => send('POST', '/auth/invitations/accept', { body: { token, password } });
const logIn = (email: string, chosen = password) =>
  send('POST', '/auth/brand/login', { body: { email, password: chosen } });

async function newestEmailTo(email: string, before: readonly string[] = []): Promise<string> {
  await continueToCompletion();
  return emailsTo(email).find((text) => !before.includes(text)) ?? '';
}

/** Sends every request about an invited address. Returns the answers and the table calls, without what names the address. */
async function invitationOf(token: string, email: string) {
  const steps: unknown[] = [];
  const step = async (request: () => ReturnType<typeof send>) => {
    const [{ status, text, json }, { calls }] = await trafficOf(request);
    const { id = '-', createdAt = '-' } = json?.data ?? {};
    const answer = text.replaceAll(email, 'EMAIL').replaceAll(id, 'ID').replaceAll(createdAt, 'TIME');
    steps.push([status, answer, calls.map(({ operation }) => operation)]);
    return id;
  };
  const id = await step(() => inviteTo(token, email));
  await step(() => send('GET', `/users/${id}`, { token }));
  await step(() => send('POST', `/users/${id}/invitation`, { token }));
  await step(() => send('PATCH', `/users/${id}`, { token, body: { role: 'admin' } }));
  await step(() => logIn(email, 'a guessed password'));
  await step(() => send('POST', '/auth/password/forgot', { body: { email } }));
  await step(() => send('DELETE', `/users/${id}`, { token }));
  return steps;
}

describe('an invitation to an address that logs in to another brand', () => {
  test('an invitation to an address of another brand has the same answers after the same table calls as one to an unknown address', async () => {
    const [{ admin }, bolt] = [await createBrand(), await createBrand()];
    const { user } = await createPerson(bolt.brand.id);
    // The first login of a process creates the key of failed logins.
    await logIn(unusedEmail());
    const known = await invitationOf(admin, user.email);
    const unknown = await invitationOf(admin, unusedEmail());
    expect(known).toEqual(unknown);
    expect(known.map((step) => Object(step)[0])).toEqual([201, 200, 200, 200, 401, 204, 204]);
  });

  test('an invitation to an address of another brand records no more in the brand than one to an unknown address', async () => {
    const { user } = await createPerson((await createBrand()).brand.id);
    const kindsOf = async (email: string) => {
      const { brand, admin } = await createBrand();
      await invitationOf(admin, email);
      await continueToCompletion();
      const own = (await allItems()).filter(({ pk }) => String(pk).startsWith(brand.id));
      return own.map(({ pk }) => String(pk).replace(brand.id, '')).toSorted();
    };
    expect(await kindsOf(user.email)).toEqual(await kindsOf(unusedEmail()));
  });

  test('an invitation to an address of another brand changes nothing of that brand, also when it is repeated and removed', async () => {
    const [{ admin }, bolt] = [await createBrand(), await createBrand()];
    const { user } = await createPerson(bolt.brand.id);
    const login = async () =>
      (await queryPartition(loginPartition(user.email))).filter(({ sk }) => !String(sk).startsWith('LINKS#'));
    expect((await logIn(user.email)).status).toBe(200);
    const before = await login();
    const { id } = await dataOf(inviteTo(admin, user.email), 201);
    await dataOf(send('POST', `/users/${id}/invitation`, { token: admin }));
    await dataOf(send('PATCH', `/users/${id}`, { token: admin, body: { role: 'admin' } }));
    expect((await send('DELETE', `/users/${id}`, { token: admin })).status).toBe(204);
    expect(await login()).toEqual(before);
    const { accessToken } = await dataOf(logIn(user.email));
    expect(decodeJwt(accessToken)).toMatchObject({ brandId: bolt.brand.id, role: 'member' });
  });

  test('an invitation to an address of another brand sends an e-mail that has no link and names no other brand', async () => {
    const [{ admin }, bolt] = [await createBrand(), await createBrand()];
    const { user } = await createPerson(bolt.brand.id);
    await send('PATCH', '/brand', { token: bolt.admin, body: { name: 'Bolt' } });
    await dataOf(inviteTo(admin, user.email), 201);
    const text = await newestEmailTo(user.email);
    expect(text).toContain('your e-mail address already logs in to another account');
    expect(text).not.toMatch(/Bolt|https?:/);
    expect((await inviteTo(admin, user.email)).json.code).toBe('user_exists');
  });

  test('an invitation to an address of another brand has a link when it is sent again after the user of that brand was removed', async () => {
    const [{ brand, admin }, bolt] = [await createBrand(), await createBrand()];
    const { user } = await createPerson(bolt.brand.id);
    const { id } = await dataOf(inviteTo(admin, user.email), 201);
    const first = await newestEmailTo(user.email);
    expect((await send('DELETE', `/users/${user.id}`, { token: bolt.admin })).status).toBe(204);
    await dataOf(send('POST', `/users/${id}/invitation`, { token: admin }));
    expect((await accept(tokenIn(await newestEmailTo(user.email, [first])))).status).toBe(204);
    const { accessToken } = await dataOf(logIn(user.email));
    expect(decodeJwt(accessToken).brandId).toBe(brand.id);
  });
});

test('an address that two brands have invited logs in to the brand whose invitation is accepted first', async () => {
  const [acme, bolt] = [await createBrand(), await createBrand()];
  const email = unusedEmail();
  const ofAcme = await dataOf(inviteTo(acme.admin, email), 201);
  const first = await newestEmailTo(email);
  await dataOf(inviteTo(bolt.admin, email), 201);
  const second = await newestEmailTo(email, [first]);
  expect((await accept(tokenIn(second))).status).toBe(204);
  const late = await accept(tokenIn(first));
  expect(late.json).toMatchObject({ statusCode: 400, code: 'link_invalid' });
  expect(late.json.details[0].message).toContain('already logs in to another account');
  const users = await send('GET', `/users/${ofAcme.id}`, { token: acme.admin });
  expect(users.json.data.status).toBe('invited');
  const { accessToken } = await dataOf(logIn(email));
  expect(decodeJwt(accessToken).brandId).toBe(bolt.brand.id);
});

test('an invited user who becomes an admin before the invitation is accepted logs in as an admin', async () => {
  const { admin } = await createBrand();
  const email = unusedEmail();
  const { id } = await dataOf(inviteTo(admin, email), 201);
  await dataOf(send('PATCH', `/users/${id}`, { token: admin, body: { role: 'admin' } }));
  expect((await accept(tokenIn(await newestEmailTo(email)))).status).toBe(204);
  const { accessToken } = await dataOf(logIn(email));
  expect(decodeJwt(accessToken).role).toBe('admin');
});
