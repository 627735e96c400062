import { describe, expect, test, vi } from 'vitest';
import { failureLimits, windowOf, windowSeconds } from '#lib/auth/rules/login-limits.ts';
import { createUser } from '#lib/brands/store/users.ts';
import { now } from '#lib/shared/clock.ts';
import { addDays } from '#lib/shared/dates.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { type Account, createAccount, logIn } from '#test/support/accounts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';

const { argon2 } = vi.hoisted(() => ({ argon2: { calls: [] as unknown[] } }));
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const counted = (...[algorithm, parameters, callback]: Parameters<typeof original.argon2>) => {
    const { message, nonce, ...cost } = parameters;
    argon2.calls.push({ algorithm, ...cost });
    // Use cheap parameters, because these tests need many hashes.
    return original.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
  };
  return { ...original, argon2: counted };
});

const knownIp = '198.51.100.1';
const otherIp = '198.51.100.2';
const unknownIp = (index: number): string => `192.0.2.${index}`;

let day = '2026-03-01';
/** Sets the clock to a new day, so that no test sees the failures of another one. */
function newDay(time = '12:00:00.000') {
  day = addDays(day, 1);
  return fakeClock(`${day}T${time}Z`);
}

const tooMany = errorBody(429, 'Too many failed logins, try again later');

/** Sends wrong passwords one after the other and returns the statuses. */
async function guess(
  email: string,
  times: number,
  from: (index: number) => string,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const answer = await logIn({ email, password: 'wrong' }, { sourceIp: from(index) });
    statuses.push(answer.status);
  }
  return statuses;
}

const times = <Value>(count: number, value: Value): readonly Value[] => Array(count).fill(value);

const failuresStored = async (email: string, sourceIp: string) => {
  const window = windowOf(now());
  const found = await Promise.all([
    getItem(keys.accountFailures(email, 'STRANGERS', window)),
    getItem(keys.accountFailures(email, sourceIp, window)),
    getItem(keys.addressFailures(sourceIp, window)),
  ]);
  return found.map((item) => item?.failures);
};

describe('POST /v1/auth/brand/login (account enumeration)', () => {
  test('returns the same bytes for an unknown e-mail address as for a wrong password', async () => {
    newDay();
    const { email } = await createAccount();
    const wrongPassword = await logIn({ email, password: 'wrong' }, { sourceIp: unknownIp(1) });
    const wrongEmail = await logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: unknownIp(2) });
    expectError(wrongPassword, errorBody(401, 'Invalid credentials'));
    expect(wrongPassword.headers['www-authenticate']).toBe('Bearer');
    expect(wrongEmail.text).toBe(wrongPassword.text);
    expect({ ...wrongEmail.headers, 'x-request-id': '' }).toEqual({
      ...wrongPassword.headers,
      'x-request-id': '',
    });
  });

  test('records the same failures for an unknown e-mail address as for a wrong password', async () => {
    newDay();
    const { email } = await createAccount();
    const unknown = unusedEmail();
    await logIn({ email, password: 'wrong' }, { sourceIp: unknownIp(3) });
    await logIn({ email: unknown, password: 'wrong' }, { sourceIp: unknownIp(4) });
    expect(await failuresStored(email, unknownIp(3))).toEqual([1, undefined, 1]);
    expect(await failuresStored(unknown, unknownIp(4))).toEqual([1, undefined, 1]);
  });

  test('computes the same hash for an unknown e-mail address as for a wrong password', async () => {
    newDay();
    const { brand } = await createAccount();
    const email = unusedEmail();
    await createUser(brand.id, { email, password: 'a long enough password', role: 'admin' }, now());
    argon2.calls.length = 0;
    await logIn({ email, password: 'wrong' }, { sourceIp: unknownIp(5) });
    await logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: unknownIp(6) });
    const owasp = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    expect(argon2.calls).toEqual([owasp, owasp]);
  });

  test('allows the same number of guesses for an unknown e-mail address as for an existing account', async () => {
    newDay();
    const expected = [...times(failureLimits.account, 401), 429];
    const { email } = await createAccount();
    expect(await guess(email, expected.length, (index) => unknownIp(10 + index))).toEqual(expected);
    expect(await guess(unusedEmail(), expected.length, (index) => unknownIp(30 + index))).toEqual(expected);
  });
});

describe('POST /v1/auth/brand/login (failures on one account from unknown IP addresses)', () => {
  /** An account that has reached its limit of failures 100 seconds into the window. */
  async function lockedAccount(): Promise<{ account: Account; clock: FakeClock }> {
    const clock = newDay('12:01:40.250');
    const account = await createAccount();
    expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
    expect(await guess(account.email, failureLimits.account, (index) => unknownIp(100 + index))).toEqual(
      times(failureLimits.account, 401),
    );
    return { account, clock };
  }

  test('returns 429 with the seconds to wait after too many failures, even for the right password', async () => {
    const { account } = await lockedAccount();
    for (const password of ['wrong', account.password]) {
      const answer = await logIn({ ...account, password }, { sourceIp: otherIp });
      expectError(answer, tooMany);
      expect(answer.headers['retry-after']).toBe(String(windowSeconds - 100));
    }
  });

  test('accepts the right password from a known IP address after too many failures from other addresses', async () => {
    const { account } = await lockedAccount();
    await guess(account.email, 20, (index) => unknownIp(130 + index));
    expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
  });

  test('accepts logins again when the time window of the limit ends', async () => {
    const { account, clock } = await lockedAccount();
    clock.advance(windowSeconds - 101);
    expectError(await logIn(account, { sourceIp: otherIp }), tooMany);
    clock.advance(1);
    expect((await logIn(account, { sourceIp: otherIp })).status).toBe(200);
  });

  test('accepts a login after the seconds in Retry-After', async () => {
    const { account, clock } = await lockedAccount();
    const refused = await logIn(account, { sourceIp: otherIp });
    clock.advance(Number(refused.headers['retry-after']));
    expect((await logIn(account, { sourceIp: otherIp })).status).toBe(200);
  });

  test('does not limit other accounts', async () => {
    await lockedAccount();
    expect((await logIn(await createAccount(), { sourceIp: otherIp })).status).toBe(200);
  });

  test('returns 401 no more often than the limit allows when 200 guesses arrive at once', async () => {
    newDay();
    const account = await createAccount();
    const answers = await runConcurrently(200, (index) =>
      logIn({ email: account.email, password: 'wrong' }, { sourceIp: unknownIp(index) }),
    );
    const { 401: wrong = 0, 429: limited = 0, 503: busy = 0 } = countByStatus(answers);
    expect(wrong).toBeLessThanOrEqual(failureLimits.account);
    expect(wrong + limited + busy).toBe(200);
    const [stored] = await failuresStored(account.email, unknownIp(1));
    expect(stored).toBe(failureLimits.account);
    expectError(await logIn(account, { sourceIp: otherIp }), tooMany);
  });
});

describe('POST /v1/auth/brand/login (failures from a known IP address)', () => {
  test('limits failures at the known IP address', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    expect(await guess(account.email, failureLimits.knownAddress + 1, () => knownIp)).toEqual([
      ...times(failureLimits.knownAddress, 401),
      429,
    ]);
    expectError(await logIn(account, { sourceIp: knownIp }), tooMany);
    clock.advance(windowSeconds);
    expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
  });

  test('counts failures only for this account and this IP address', async () => {
    newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    await guess(account.email, failureLimits.knownAddress, () => knownIp);
    expect(await failuresStored(account.email, knownIp)).toEqual([
      undefined,
      failureLimits.knownAddress,
      undefined,
    ]);
    expect((await logIn(account, { sourceIp: otherIp })).status).toBe(200);
  });

  test('treats an IP address as unknown half a year after the last login from it', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    clock.advance(181 * 86_400);
    await logIn({ ...account, password: 'wrong' }, { sourceIp: knownIp });
    expect(await failuresStored(account.email, knownIp)).toEqual([1, undefined, 1]);
  });
});

describe('POST /v1/auth/brand/login (failures on many accounts from one IP address)', () => {
  test('blocks the IP address, except for accounts that have logged in from it before', async () => {
    const clock = newDay();
    const [known, newcomer] = await Promise.all([createAccount(), createAccount()]);
    expect((await logIn(known, { sourceIp: knownIp })).status).toBe(200);
    const answers = await runConcurrently(failureLimits.address + 10, () =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: knownIp }),
    );
    expect(countByStatus(answers)).toEqual({ 401: failureLimits.address, 429: 10 });
    expectError(await logIn(newcomer, { sourceIp: knownIp }), tooMany);
    expect((await logIn(known, { sourceIp: knownIp })).status).toBe(200);
    expect((await logIn(newcomer, { sourceIp: otherIp })).status).toBe(200);
    clock.advance(windowSeconds);
    expect((await logIn(newcomer, { sourceIp: knownIp })).status).toBe(200);
  });

  test('counts all IPv6 addresses of a /64 network as one address', async () => {
    newDay();
    const answers = await runConcurrently(failureLimits.address + 1, (index) =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: `2001:db8:0:7:${index}::1` }),
    );
    expect(countByStatus(answers)).toEqual({ 401: failureLimits.address, 429: 1 });
    const account = await createAccount();
    expectError(await logIn(account, { sourceIp: '2001:DB8::7:ffff:0:0:9' }), tooMany);
    expect((await logIn(account, { sourceIp: '2001:db8:0:8::1' })).status).toBe(200);
  });
});
