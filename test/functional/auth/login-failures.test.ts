import { describe, expect, test, vi } from 'vitest';
import { limits, windowOf, windowSeconds } from '#lib/auth/login-limits.ts';
import { now } from '#lib/shared/clock.ts';
import { addDays } from '#lib/shared/dates.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { type Account, createAccount, logIn } from '#test/support/accounts.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';

const { argon2 } = vi.hoisted(() => ({ argon2: { calls: [] as unknown[] } }));
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const counted = (...[algorithm, parameters, callback]: Parameters<typeof original.argon2>) => {
    const { message, nonce, ...cost } = parameters;
    argon2.calls.push({ algorithm, ...cost });
    // These tests need many hashes and no strong ones.
    return original.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
  };
  return { ...original, argon2: counted };
});

const home = '198.51.100.1';
const elsewhere = '198.51.100.2';
const strangers = (index: number): string => `192.0.2.${index}`;

let day = '2026-03-01';
/** Stops the clock at that time of a day of its own, so that no test meets the failures of another one. */
function newDay(time = '12:00:00.000') {
  day = addDays(day, 1);
  return fakeClock(`${day}T${time}Z`);
}

const tooMany = refusal(429, 'Too many failed logins, try again later');

/** Guesses wrongly, one after the other; answers the statuses. */
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

describe('a wrong e-mail address and a wrong password', () => {
  test('are answered with the same bytes', async () => {
    newDay();
    const { email } = await createAccount();
    const wrongPassword = await logIn({ email, password: 'wrong' }, { sourceIp: strangers(1) });
    const wrongEmail = await logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: strangers(2) });
    expectRefusal(wrongPassword, refusal(401, 'Invalid credentials'));
    expect(wrongPassword.headers['www-authenticate']).toBe('Bearer');
    expect(wrongEmail.text).toBe(wrongPassword.text);
    expect({ ...wrongEmail.headers, 'x-request-id': '' }).toEqual({
      ...wrongPassword.headers,
      'x-request-id': '',
    });
  });

  test('leave the same traces', async () => {
    newDay();
    const { email } = await createAccount();
    const unknown = unusedEmail();
    await logIn({ email, password: 'wrong' }, { sourceIp: strangers(3) });
    await logIn({ email: unknown, password: 'wrong' }, { sourceIp: strangers(4) });
    expect(await failuresStored(email, strangers(3))).toEqual([1, undefined, 1]);
    expect(await failuresStored(unknown, strangers(4))).toEqual([1, undefined, 1]);
  });

  test('cost the same hash', async () => {
    newDay();
    const { email } = await createAccount();
    argon2.calls.length = 0;
    await logIn({ email, password: 'wrong' }, { sourceIp: strangers(5) });
    await logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: strangers(6) });
    const owasp = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    expect(argon2.calls).toEqual([owasp, owasp]);
  });

  test('are limited alike', async () => {
    newDay();
    const expected = [...times(limits.account, 401), 429];
    const { email } = await createAccount();
    expect(await guess(email, expected.length, (index) => strangers(10 + index))).toEqual(expected);
    expect(await guess(unusedEmail(), expected.length, (index) => strangers(30 + index))).toEqual(expected);
  });
});

describe('failures on one account from strangers', () => {
  /** An account that strangers have used their attempts on up, 100 seconds into the window. */
  async function besiegedAccount(): Promise<{ account: Account; clock: FakeClock }> {
    const clock = newDay('12:01:40.250');
    const account = await createAccount();
    expect((await logIn(account, { sourceIp: home })).status).toBe(200);
    expect(await guess(account.email, limits.account, (index) => strangers(100 + index))).toEqual(
      times(limits.account, 401),
    );
    return { account, clock };
  }

  test('end in a 429 with the whole seconds to wait, also for the right password', async () => {
    const { account } = await besiegedAccount();
    for (const password of ['wrong', account.password]) {
      const answer = await logIn({ ...account, password }, { sourceIp: elsewhere });
      expectRefusal(answer, tooMany);
      expect(answer.headers['retry-after']).toBe(String(windowSeconds - 100));
    }
  });

  test('never lock the owner out of an address that the owner has used before', async () => {
    const { account } = await besiegedAccount();
    await guess(account.email, 20, (index) => strangers(130 + index));
    expect((await logIn(account, { sourceIp: home })).status).toBe(200);
  });

  test('are forgotten when the window is over', async () => {
    const { account, clock } = await besiegedAccount();
    clock.advance(windowSeconds - 101);
    expectRefusal(await logIn(account, { sourceIp: elsewhere }), tooMany);
    clock.advance(1);
    expect((await logIn(account, { sourceIp: elsewhere })).status).toBe(200);
  });

  test('wait no longer than they are told to', async () => {
    const { account, clock } = await besiegedAccount();
    const refused = await logIn(account, { sourceIp: elsewhere });
    clock.advance(Number(refused.headers['retry-after']));
    expect((await logIn(account, { sourceIp: elsewhere })).status).toBe(200);
  });

  test('concern no other account', async () => {
    await besiegedAccount();
    expect((await logIn(await createAccount(), { sourceIp: elsewhere })).status).toBe(200);
  });

  test('are told that they were wrong no more often than the limit says, however many come at once', async () => {
    newDay();
    const account = await createAccount();
    const answers = await atOnce(200, (index) =>
      logIn({ email: account.email, password: 'wrong' }, { sourceIp: strangers(index) }),
    );
    const { 401: wrong = 0, 429: limited = 0, 503: busy = 0 } = statusesOf(answers);
    expect(wrong).toBeLessThanOrEqual(limits.account);
    expect(wrong + limited + busy).toBe(200);
    const [stored] = await failuresStored(account.email, strangers(1));
    expect(stored).toBe(limits.account);
    expectRefusal(await logIn(account, { sourceIp: elsewhere }), tooMany);
  });
});

describe('failures of the owner at an address used before', () => {
  test('are limited there', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: home });
    expect(await guess(account.email, limits.knownAddress + 1, () => home)).toEqual([
      ...times(limits.knownAddress, 401),
      429,
    ]);
    expectRefusal(await logIn(account, { sourceIp: home }), tooMany);
    clock.advance(windowSeconds);
    expect((await logIn(account, { sourceIp: home })).status).toBe(200);
  });

  test('count against no other address, and not against that address for others', async () => {
    newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: home });
    await guess(account.email, limits.knownAddress, () => home);
    expect(await failuresStored(account.email, home)).toEqual([undefined, limits.knownAddress, undefined]);
    expect((await logIn(account, { sourceIp: elsewhere })).status).toBe(200);
  });

  test('count as a stranger’s half a year after the last login from there', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: home });
    clock.advance(181 * 86_400);
    await logIn({ ...account, password: 'wrong' }, { sourceIp: home });
    expect(await failuresStored(account.email, home)).toEqual([1, undefined, 1]);
  });
});

describe('failures at one address over many accounts', () => {
  test('are limited there, for everyone but those who have logged in from there before', async () => {
    const clock = newDay();
    const [known, newcomer] = await Promise.all([createAccount(), createAccount()]);
    expect((await logIn(known, { sourceIp: home })).status).toBe(200);
    const answers = await atOnce(limits.address + 10, () =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: home }),
    );
    expect(statusesOf(answers)).toEqual({ 401: limits.address, 429: 10 });
    expectRefusal(await logIn(newcomer, { sourceIp: home }), tooMany);
    expect((await logIn(known, { sourceIp: home })).status).toBe(200);
    expect((await logIn(newcomer, { sourceIp: elsewhere })).status).toBe(200);
    clock.advance(windowSeconds);
    expect((await logIn(newcomer, { sourceIp: home })).status).toBe(200);
  });

  test('are those of a whole /64 in IPv6', async () => {
    newDay();
    const answers = await atOnce(limits.address + 1, (index) =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: `2001:db8:0:7:${index}::1` }),
    );
    expect(statusesOf(answers)).toEqual({ 401: limits.address, 429: 1 });
    const account = await createAccount();
    expectRefusal(await logIn(account, { sourceIp: '2001:DB8::7:ffff:0:0:9' }), tooMany);
    expect((await logIn(account, { sourceIp: '2001:db8:0:8::1' })).status).toBe(200);
  });
});
