// Tests changes of rights whose caller loses its own rights between the start of the request and its write (docs/decisions/0127).
import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { dataOf } from '#test/support/answers.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createApiKey, patch } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { createPerson } from '#test/support/people.ts';
import { codeAt, secondFactorsBy } from '#test/support/second-factors-with.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';

const statusAndCode = ({ status, json }: Answer) => [status, json?.code];

/** Sends the request, and does the work between its authentication and its transaction with this number. */
async function sendDuring(
  request: () => Promise<Answer>,
  work: () => Promise<unknown>,
  transaction = 1,
): Promise<Answer> {
  const paused = pauseAt(transaction, request, isTransaction);
  expect(await paused.isHeld).toBe(true);
  await work();
  return paused.release();
}

const { newSecretOf, enableSecondFactor } = secondFactorsBy(send);
const newKey = { name: 'More', mode: 'live', scopes: ['keys:read'] };

describe('an API key that is revoked, expired or restricted during its own request', () => {
  test.each(['deleted', 'rotated without overlap'])(
    'creates, changes, rotates and deletes no key after it was %s',
    async (how) => {
      const { admin } = await createBrand();
      const end = (id: string) =>
        how === 'deleted'
          ? send('DELETE', `/api-keys/${id}`, { token: admin })
          : send('POST', `/api-keys/${id}/rotate`, { token: admin, body: { overlapHours: 0 } });
      const target = await createApiKey(admin);
      const path = `/api-keys/${target.id}`;
      for (const [method, to, body] of [
        ['POST', '/api-keys', newKey],
        ['PATCH', path, { name: 'Mine' }],
        ['POST', `${path}/rotate`, {}],
        ['DELETE', path, undefined],
      ] as const) {
        const { id, key: token } = await createApiKey(admin);
        const answer = await sendDuring(
          () => send(method, to, { token, body }),
          () => end(id),
        );
        expect(statusAndCode(answer)).toEqual([
          401,
          how === 'deleted' ? 'api_key_unknown' : 'api_key_expired',
        ]);
        await send('DELETE', `/api-keys/${id}`, { token: admin });
      }
      const { name, expiresAt } = await dataOf(send('GET', path, { token: admin }));
      expect([name, expiresAt]).toEqual(['Shop server', null]);
    },
  );

  test('passes on only its present scopes, addresses and expiry', async () => {
    const { admin } = await createBrand();
    for (const [change, code] of [
      [{ scopes: ['keys:write'] }, 'grant_exceeded'],
      [{ scopes: ['creators:read'] }, 'scope_missing'],
      [{ expiresAt: '2099-01-01T00:00:00Z' }, 'grant_exceeded'],
      [{ allowedIps: ['203.0.113.0/24'] }, 'grant_exceeded'],
      [{ allowedIps: ['192.0.2.1'] }, 'ip_not_allowed'],
    ] as const) {
      const { id, key: token } = await createApiKey(admin);
      const body = { ...newKey, scopes: ['payouts:write'] };
      const answer = await sendDuring(
        () => send('POST', '/api-keys', { token, body }),
        () => patch(admin, `/api-keys/${id}`, change),
      );
      expect(statusAndCode(answer)).toEqual([403, code]);
    }
  });

  test('does not change the settings of the brand', async () => {
    const { admin } = await createBrand();
    const { id, key: token } = await createApiKey(admin);
    const answer = await sendDuring(
      () => send('PATCH', '/brand', { token, body: { ratesByAdminsOnly: true } }),
      () => send('DELETE', `/api-keys/${id}`, { token: admin }),
    );
    expect(statusAndCode(answer)).toEqual([401, 'api_key_unknown']);
    expect((await dataOf(send('GET', '/brand', { token: admin }))).ratesByAdminsOnly).toBe(false);
  });
});

describe('an admin who loses the role, the session or the account during a request', () => {
  const requests = (self: string, member: string, invited: string, apiKey: string) =>
    [
      ['PATCH', `/users/${self}`, { role: 'admin', name: 'Back' }],
      ['PATCH', `/users/${member}`, { role: 'admin' }],
      ['DELETE', `/users/${member}`, undefined],
      ['POST', '/users', { email: unusedEmail(), role: 'admin' }],
      ['POST', `/users/${invited}/invitation`, undefined],
      ['POST', '/api-keys', newKey],
      ['PATCH', `/api-keys/${apiKey}`, { name: 'Mine' }],
      ['POST', `/api-keys/${apiKey}/rotate`, {}],
      ['DELETE', `/api-keys/${apiKey}`, undefined],
      ['PATCH', '/brand', { ratesByAdminsOnly: true }],
    ] as const;

  test.each([
    ['became a member', [403, 'role_forbidden']],
    ['logged out', [401, 'token_revoked']],
    ['ended all sessions', [401, 'token_revoked']],
    ['was removed', [401, 'token_revoked']],
    ['must have a second factor', [403, 'second_factor_missing']],
  ])('an admin who %s changes no rights', async (how, expected) => {
    const { admin, brand } = await createBrand();
    const [{ user: member }, { user: invited }, apiKey] = await Promise.all([
      createPerson(brand.id),
      createPerson(brand.id, { status: 'invited' }),
      createApiKey(admin),
    ]);
    const count = requests('', '', '', '').length;
    for (let index = 0; index < count; index += 1) {
      const { user, token } = await createPerson(brand.id, { role: 'admin' });
      const end: Record<string, () => Promise<unknown>> = {
        'became a member': () => patch(admin, `/users/${user.id}`, { role: 'member' }),
        'logged out': () => send('POST', '/auth/logout', { token }),
        'ended all sessions': () => send('POST', '/auth/logout', { token, body: { all: true } }),
        'was removed': () => send('DELETE', `/users/${user.id}`, { token: admin }),
        'must have a second factor': () =>
          transact([
            {
              kind: 'update',
              key: keys.brand(brand.id),
              set: { requireSecondFactor: true },
            },
          ]),
      };
      const [method, path, body] = requests(user.id, member.id, invited.id, apiKey.id)[index] ?? [];
      const answer = await sendDuring(
        () => send(method ?? '', path ?? '', { token, body }),
        end[how] ?? (() => Promise.reject(new Error(how))),
      );
      expect([method, path, ...statusAndCode(answer)]).toEqual([method, path, ...expected]);
      await transact([
        {
          kind: 'update',
          key: keys.brand(brand.id),
          set: { requireSecondFactor: false },
        },
      ]);
    }
    const found = (await send('GET', '/users', { token: admin })).json.data;
    expect(found.filter(({ name }: { name: string }) => name === 'Back')).toEqual([]);
    expect(found).toContainEqual(expect.objectContaining({ id: member.id, role: 'member' }));
    expect((await dataOf(send('GET', `/api-keys/${apiKey.id}`, { token: admin }))).name).toBe('Shop server');
  });

  test('an invitation with an Idempotency-Key is refused, and creates no user', async () => {
    const { admin, brand } = await createBrand();
    const { user, token } = await createPerson(brand.id, { role: 'admin' });
    const body = { email: unusedEmail(), role: 'admin' };
    const headers = { 'Idempotency-Key': 'one' };
    const answer = await sendDuring(
      () => send('POST', '/users', { token, body, headers }),
      () => patch(admin, `/users/${user.id}`, { role: 'member' }),
    );
    expect(statusAndCode(answer)).toEqual([403, 'role_forbidden']);
    const { json } = await send('GET', '/users', { token: admin });
    expect(json.data.map(({ email }: { email: string }) => email)).not.toContain(body.email);
  });

  test('a request continues when the caller turns on a second factor meanwhile', async () => {
    const { brand } = await createBrand();
    const { user, token } = await createPerson(brand.id, { role: 'admin' });
    const answer = await sendDuring(
      () => send('PATCH', `/users/${user.id}`, { token, body: { name: 'Ada' } }),
      () => enableSecondFactor(token),
    );
    expect(answer.json.data).toMatchObject({ name: 'Ada', role: 'admin', hasSecondFactor: true });
  });
});

interface OwnRequest {
  readonly method: string;
  readonly path: string;
  readonly bodyFor: (token: string) => Promise<object> | object;
  /** The password is counted as a failed login in a transaction of its own. */
  readonly transaction: number;
}

const currentPassword = password;
const ownRequests: readonly OwnRequest[] = [
  { method: 'POST', path: '/auth/second-factor', bodyFor: () => ({ currentPassword }), transaction: 2 },
  {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    bodyFor: async (token) => ({ code: codeAt(await newSecretOf(token)) }),
    transaction: 1,
  },
  {
    method: 'DELETE',
    path: '/auth/second-factor',
    bodyFor: async (token) => {
      const { recoveryCodes } = await enableSecondFactor(token);
      return { currentPassword, recoveryCode: recoveryCodes[0] };
    },
    transaction: 2,
  },
  {
    method: 'POST',
    path: '/auth/password',
    bodyFor: () => ({ currentPassword, newPassword: 'another long password' }),
    transaction: 2,
  },
  { method: 'POST', path: '/auth/logout', bodyFor: () => ({ all: true }), transaction: 1 },
];

test.each(ownRequests)('$method $path changes nothing after its session has ended', async (request) => {
  const { method, path, bodyFor, transaction } = request;
  const { brand } = await createBrand();
  const { user, token } = await createPerson(brand.id);
  const body = await bodyFor(token);
  const readCredentials = async () => {
    const {
      changedBy: _,
      pendingGuesses: __,
      ...credentials
    } = (await getItem(keys.credentials(user.email))) ?? {};
    return credentials;
  };
  const before = await readCredentials();
  const answer = await sendDuring(
    () => send(method, path, { token, body }),
    () => send('POST', '/auth/logout', { token }),
    transaction,
  );
  expect(statusAndCode(answer)).toEqual([401, 'token_revoked']);
  expect(await readCredentials()).toEqual(before);
});

describe('callers that keep sending one request while they lose their rights', () => {
  const loops = 24;

  /** Sends the request in parallel loops until each of them is refused with one of the statuses. */
  async function hammer(request: () => Promise<Answer>, during: () => Promise<unknown>) {
    let isOver = false;
    const loop = async () => {
      for (let last = false; ; last = isOver) {
        const { status } = await request();
        if (last) return status;
      }
    };
    const running = runConcurrently(loops, loop);
    await during();
    isOver = true;
    return new Set(await running);
  }

  test('a demoted admin stays a member, although many requests promote the user again', async () => {
    const { admin, brand } = await createBrand();
    const { user, token } = await createPerson(brand.id, { role: 'admin' });
    let count = 0;
    const promote = () => {
      count += 1;
      return send('PATCH', `/users/${user.id}`, { token, body: { role: 'admin', name: `Name ${count}` } });
    };
    const statuses = await hammer(promote, () => patch(admin, `/users/${user.id}`, { role: 'member' }));
    expect(statuses).toEqual(new Set([403]));
    expect((await dataOf(send('GET', `/users/${user.id}`, { token: admin }))).role).toBe('member');
  });

  test('a leaked key that keeps widening another key stops at a rotation without overlap', async () => {
    const { admin } = await createBrand();
    const [leaked, other] = [await createApiKey(admin), await createApiKey(admin)];
    let count = 0;
    const widen = () => {
      count += 1;
      const body = { scopes: ['*'], expiresAt: null, name: `Name ${count}` };
      return send('PATCH', `/api-keys/${other.id}`, { token: leaked.key, body });
    };
    const statuses = await hammer(widen, async () => {
      await send('POST', `/api-keys/${leaked.id}/rotate`, { token: admin, body: { overlapHours: 0 } });
      await patch(admin, `/api-keys/${other.id}`, { scopes: ['creators:read'] });
    });
    expect(statuses).toEqual(new Set([401]));
    expect(await dataOf(send('GET', `/api-keys/${other.id}`, { token: admin }))).toMatchObject({
      scopes: ['creators:read'],
    });
  });
});
