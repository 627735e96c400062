import { describe, expect, test, vi } from 'vitest';
import { keyedHash } from '#lib/access/auth/rules/keyed-hash.ts';
import { challengeSeconds } from '#lib/access/auth/rules/login-challenges.ts';
import { freeFailures, windowOf, windowSeconds } from '#lib/access/auth/rules/login-limits.ts';
import { baseDifficulty } from '#lib/access/auth/rules/proof-of-work.ts';
import { loginKey } from '#lib/access/auth/store/login-key.ts';
import { createUser, removeUser, setPassword } from '#lib/access/users/store/operate.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { getItem, putItem, queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition, keys, loginPartition } from '#lib/foundation/table/keys/keys.ts';
import { transactionLimit } from '#lib/foundation/table/writes/write.ts';
import { type Account, createAccount, logIn } from '#test/support/accounts.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { logInWithWork, solved } from '#test/support/login-challenges.ts';
import { createPerson } from '#test/support/people.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { codeAt, enableSecondFactor } from '#test/support/second-factors.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';
import { password } from '#test/support/situations.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

const { argon2 } = vi.hoisted(() => ({
  argon2: { calls: [] as unknown[], during: undefined as (() => Promise<void>) | undefined },
}));
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const counted = (...[algorithm, parameters, callback]: Parameters<typeof original.argon2>) => {
    const { message, nonce, ...cost } = parameters;
    argon2.calls.push({ algorithm, ...cost });
    const { during = async () => undefined } = argon2;
    argon2.during = undefined;
    // Use cheap parameters, because these tests need many hashes.
    const cheap = { ...parameters, memory: 8, passes: 1 };
    during().then(
      () => original.argon2(algorithm, cheap, callback),
      (error) => callback(error, Buffer.alloc(0)),
    );
  };
  return { ...original, argon2: counted };
});

/** Challenges are a million times easier than in production, because these tests solve hundreds. */
vi.mock('#lib/access/auth/rules/proof-of-work.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  baseDifficulty: 2,
}));

const knownIp = '198.51.100.1';
const otherIp = '198.51.100.2';
const unknownIp = (index: number): string => `192.0.2.${index}`;

let day = '2026-03-01';
/** Sets the clock to a new day, so that no test sees the failures of another one. */
function newDay(time = '12:00:00.000') {
  day = addDays(day, 1);
  return fakeClock(`${day}T${time}Z`);
}

const message = 'Too many failed logins: solve the challenge and send it with the login, or try again later';

function expectChallenge(answer: Answer, difficulty = baseDifficulty): void {
  const challenge = { token: expect.stringMatching(/^[\w.-]{1,48}$/), difficulty };
  expectError(answer, { ...errorBody(429, message, undefined, 'login_challenge'), ...{ challenge } });
}

const wrong = errorBody(401, 'Invalid credentials');

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
  const [key, window] = [await loginKey(), windowOf(now())];
  const found = await Promise.all([
    getItem(keys.accountFailures(email, 'STRANGERS', window)),
    getItem(keys.accountFailures(email, keyedHash(key, 'known address', email, sourceIp), window)),
    getItem(keys.addressFailures(keyedHash(key, 'address', sourceIp), window)),
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
    const expected = [...times(freeFailures.account, 401), 429];
    const { email } = await createAccount();
    expect(await guess(email, expected.length, (index) => unknownIp(10 + index))).toEqual(expected);
    expect(await guess(unusedEmail(), expected.length, (index) => unknownIp(30 + index))).toEqual(expected);
  });
});

/** Writes the failures directly, because each guess is a login. */
const useUpFreeFailures = ({ email }: Account) =>
  putItem({
    Item: { ...keys.accountFailures(email, 'STRANGERS', windowOf(now())), failures: freeFailures.account },
  });

/** An account that has used up its free failures 100 seconds into the window. */
async function attackedAccount(): Promise<{ account: Account; clock: FakeClock }> {
  const clock = newDay('12:01:40.250');
  const account = await createAccount();
  expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
  await useUpFreeFailures(account);
  return { account, clock };
}

describe('POST /v1/auth/brand/login (failures on one account from unknown IP addresses)', () => {
  test('returns 429 with a challenge and the rest of the window after ten failures, for one read and no hash', async () => {
    const { account } = await attackedAccount();
    argon2.calls.length = 0;
    for (const password of ['wrong', account.password]) {
      const request = () => logIn({ ...account, password }, { sourceIp: otherIp });
      const [answer, { calls }] = await trafficOf(request);
      expect(calls.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
      expectChallenge(answer);
      expect(answer.headers['retry-after']).toBe(String(windowSeconds - 100));
    }
    expect(argon2.calls).toEqual([]);
  });

  test('checks the password of a login with a solved challenge', async () => {
    const { account } = await attackedAccount();
    expectError(await logInWithWork({ ...account, password: 'wrong' }, otherIp), wrong);
    expect((await logInWithWork(account, otherIp)).status).toBe(200);
  });

  test('doubles the work with every two failures', async () => {
    const { account } = await attackedAccount();
    const difficulties: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { json } = await logIn({ ...account, password: 'wrong' }, { sourceIp: otherIp });
      difficulties.push(json.challenge.difficulty);
      await logIn(
        { ...account, password: 'wrong', challenge: solved(json.challenge) },
        { sourceIp: otherIp },
      );
    }
    expect(difficulties.map((difficulty) => difficulty - baseDifficulty)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('a login that succeeds does not count as a failure', async () => {
    const { account } = await attackedAccount();
    for (let index = 0; index < 5; index += 1)
      expect((await logInWithWork(account, unknownIp(index))).status).toBe(200);
    expect(await failuresStored(account.email, unknownIp(4))).toEqual([freeFailures.account, undefined, 0]);
  });

  test('accepts the right password from a known IP address without a challenge', async () => {
    const { account } = await attackedAccount();
    await guess(account.email, 20, (index) => unknownIp(130 + index));
    expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
  });

  test('accepts a login without a challenge after the seconds in Retry-After, but not before', async () => {
    const { account, clock } = await attackedAccount();
    const refused = await logIn(account, { sourceIp: otherIp });
    clock.advance(Number(refused.headers['retry-after']) - 1);
    expectChallenge(await logIn(account, { sourceIp: otherIp }));
    clock.advance(1);
    expect((await logIn(account, { sourceIp: otherIp })).status).toBe(200);
  });

  test('does not limit other accounts', async () => {
    await attackedAccount();
    expect((await logIn(await createAccount(), { sourceIp: otherIp })).status).toBe(200);
  });

  test('computes at most ten hashes when 60 guesses with the right password among them arrive at once', async () => {
    newDay();
    const account = await createAccount();
    argon2.calls.length = 0;
    const answers = await runConcurrently(60, (index) =>
      logIn(
        { email: account.email, password: index % 20 === 7 ? account.password : 'wrong' },
        { sourceIp: unknownIp(index) },
      ),
    );
    const { 200: right = 0, 401: refused = 0, 429: limited = 0, 503: busy = 0 } = countByStatus(answers);
    expect(right + refused + limited + busy).toBe(60);
    // A success gives its place to another guess.
    expect(refused).toBeLessThanOrEqual(freeFailures.account);
    expect(argon2.calls.length).toBeLessThanOrEqual(freeFailures.account + right);
    const [stored] = await failuresStored(account.email, unknownIp(1));
    expect(Number(stored)).toBeLessThanOrEqual(freeFailures.account);
  });
});

describe('POST /v1/auth/brand/login (challenges)', () => {
  async function challenged(account: Account) {
    return (await logIn(account, { sourceIp: otherIp })).json.challenge;
  }

  test.each([
    [
      'of another account',
      async () => {
        const other = await createAccount();
        await useUpFreeFailures(other);
        return challenged(other);
      },
    ],
    [
      'with an easier difficulty',
      async (own: Account) => {
        const { token } = await challenged(own);
        return { token: token.replace(/^\d+/, '0'), difficulty: 0 };
      },
    ],
    [
      'that is no challenge',
      async () => ({ token: '1.zzzzzzz.AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', difficulty: 1 }),
    ],
  ])('returns a new challenge for a solved challenge %s', async (_, other) => {
    const { account } = await attackedAccount();
    const challenge = solved(await other(account));
    expectChallenge(await logIn({ ...account, challenge }, { sourceIp: otherIp }));
  });

  test('returns a new challenge for a wrong solution', async () => {
    const { account } = await attackedAccount();
    const { token } = await challenged(account);
    const answers: Answer[] = [];
    for (const solution of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      answers.push(
        await logIn({ ...account, password: 'wrong', challenge: { token, solution } }, { sourceIp: otherIp }),
      );
    expect(countByStatus(answers)[429]).toBeGreaterThan(0);
    expect(countByStatus(answers)[401] ?? 0).toBeLessThanOrEqual(1);
  });

  test('returns a new challenge for one that is 15 minutes old', async () => {
    const { account, clock } = await attackedAccount();
    const challenge = solved(await challenged(account));
    clock.advance(challengeSeconds);
    await useUpFreeFailures(account);
    expectChallenge(await logIn({ ...account, challenge }, { sourceIp: otherIp }));
  });

  test('returns a harder challenge for one that was solved before more logins failed', async () => {
    const { account } = await attackedAccount();
    const challenge = solved(await challenged(account));
    for (const index of [1, 2]) await logInWithWork({ ...account, password: 'wrong' }, unknownIp(index));
    expectChallenge(await logIn({ ...account, challenge }, { sourceIp: otherIp }), baseDifficulty + 1);
  });

  test('checks one password when the same solved challenge is sent 20 times at once', async () => {
    const { account } = await attackedAccount();
    const challenge = solved(await challenged(account));
    argon2.calls.length = 0;
    const answers = await runConcurrently(20, (index) =>
      logIn({ ...account, password: 'wrong', challenge }, { sourceIp: unknownIp(index) }),
    );
    expect(countByStatus(answers)[401]).toBe(1);
    expect(argon2.calls).toHaveLength(1);
  });

  test('checks two passwords when 20 different solved challenges of the same difficulty are sent at once', async () => {
    const { account } = await attackedAccount();
    const challenges = await runConcurrently(20, async () => solved(await challenged(account)));
    argon2.calls.length = 0;
    const answers = await runConcurrently(20, (index) =>
      logIn({ ...account, password: 'wrong', challenge: challenges[index] }, { sourceIp: unknownIp(index) }),
    );
    expect(countByStatus(answers)[401]).toBe(2);
    expect(argon2.calls).toHaveLength(2);
  });

  test('accepts a challenge that is not needed any more', async () => {
    const { account, clock } = await attackedAccount();
    const challenge = solved(await challenged(account));
    clock.advance(windowSeconds - 101);
    clock.advance(1);
    expect((await logIn({ ...account, challenge }, { sourceIp: otherIp })).status).toBe(200);
  });
});

describe('POST /v1/auth/brand/login (an attack on one account for an hour)', () => {
  /** The work that an attacker can do in 15 minutes: 2^28 hashes in production, a third of a processor core. */
  const workPerWindow = 2 ** (baseDifficulty + 6);
  const [guesses, addresses, owners] = [sized(400, 10_000, 240), sized(80, 1000), sized(8, 100)];

  test('guesses from many addresses cost at most 100 hashes, and the owner always logs in', async () => {
    const clock = newDay('12:07:30.000');
    const account = await createAccount();
    const attacker = { window: 0, work: 0, hashes: 0 };

    async function attack(index: number): Promise<void> {
      const window = windowOf(now());
      if (window !== attacker.window) Object.assign(attacker, { window, work: 0 });
      const sourceIp = `10.0.${Math.floor((index % addresses) / 250)}.${(index % addresses) % 250}`;
      const given = { email: account.email, password: `guess ${index}` };
      const { status, json } = await logIn(given, { sourceIp });
      if (status === 401) attacker.hashes += 1;
      const work = status === 429 ? 2 ** json.challenge.difficulty : Number.POSITIVE_INFINITY;
      if (attacker.work + work > workPerWindow) return;
      attacker.work += work;
      const paid = await logIn({ ...given, challenge: solved(json.challenge) }, { sourceIp });
      if (paid.status === 401) attacker.hashes += 1;
    }

    argon2.calls.length = 0;
    const logins: number[] = [];
    for (let owner = 0; owner < owners; owner += 1) {
      const batch = guesses / owners;
      await runConcurrently(batch, (index) => attack(owner * batch + index));
      const [answer] = await Promise.all([
        logInWithWork(account, `172.16.0.${owner}`),
        attack(owner * batch),
      ]);
      logins.push(answer.status);
      clock.advance(3600 / owners);
    }
    expect(logins).toEqual(times(owners, 200));
    expect(attacker.hashes).toBeGreaterThan(50);
    expect(attacker.hashes).toBeLessThanOrEqual(100);
    expect(argon2.calls.length).toBe(attacker.hashes + owners);
  });
});

describe('the records of failed logins', () => {
  test('expire after their window has ended, and a used challenge not before it is invalid', async () => {
    const { account, clock } = await attackedAccount();
    await logInWithWork({ ...account, password: 'wrong' }, otherIp);
    const window = windowOf(clock.now());
    const windowEnd = (window + 1) * windowSeconds;
    const found = await queryPartition(loginPartition(account.email));
    const records = found.filter(({ sk }) => /^(FAILED#.|CHALLENGE)/.test(String(sk)));
    expect(records.map(({ sk }) => String(sk).replace(/#.*/, '')).toSorted()).toEqual([
      'CHALLENGE',
      'FAILED',
    ]);
    for (const { expiresAt } of records) expect(Number(expiresAt)).toBeGreaterThanOrEqual(windowEnd);
  });

  test('the right password of a logged-in user counts no failure, whatever it is sent for', async () => {
    newDay();
    const { brand } = await createBrand();
    const { user, token } = await createPerson(brand.id);
    const sourceIp = '203.0.113.7';
    const stored = () => failuresStored(user.email, sourceIp);
    const { secret } = await enableSecondFactor(token);
    expect(await stored()).toEqual([0, undefined, 0]);
    const body = { currentPassword: password, code: codeAt(secret) };
    expect((await send('DELETE', '/auth/second-factor', { token, body })).status).toBe(204);
    expect(await stored()).toEqual([0, undefined, 0]);
    const change = { currentPassword: password, newPassword: 'another long password' };
    expect((await send('POST', '/auth/password', { token, body: change })).status).toBe(204);
    expect(await stored()).toEqual([0, undefined, 0]);
  });
});

describe('POST /v1/auth/brand/login (changes while the password is hashed)', () => {
  const sessionsOf = ({ brand }: Account) => queryPartition(collectionPartition(brand.id, 'session'));

  test.each([
    ['changed', ({ email }: Account) => setPassword(email, 'another long password')],
    ['set again', ({ email, password }: Account) => setPassword(email, password)],
  ])('refuses the old password when it is %s meanwhile', async (_, change) => {
    newDay();
    const account = await createAccount();
    const before = await sessionsOf(account);
    argon2.during = () => change(account);
    expectError(await logIn(account, { sourceIp: knownIp }), wrong);
    expect(argon2.during).toBeUndefined();
    expect(await sessionsOf(account)).toEqual(before);
    expect(await failuresStored(account.email, knownIp)).toEqual([1, undefined, 1]);
  });

  test('refuses the login of a user who is removed meanwhile', async () => {
    newDay();
    const account = await createAccount();
    argon2.during = () => removeUser(account.email);
    expectError(await logIn(account, { sourceIp: knownIp }), wrong);
    expect(await queryPartition(loginPartition(account.email))).toEqual([]);
  });
});

describe('the IP addresses of logins', () => {
  const recordsOf = ({ email }: Pick<Account, 'email'>) => queryPartition(loginPartition(email));

  test('the IP addresses of logins are stored as hashes, which differ for two users of one address', async () => {
    newDay();
    const accounts = [await createAccount(), await createAccount()];
    for (const account of accounts) {
      await logIn(account, { sourceIp: knownIp });
      await guess(account.email, 1, () => knownIp);
      await guess(account.email, 1, () => otherIp);
    }
    const records = await Promise.all(accounts.map(recordsOf));
    expect(records.map(({ length }) => length)).toEqual([4, 4]);
    expect(JSON.stringify(records)).not.toMatch(/198\.51\.100/);
    const hashes = records.flat().filter(({ sk }) => String(sk).startsWith('ADDRESS#'));
    expect(new Set(hashes.map(({ sk }) => sk)).size).toBe(2);
    expect(await getItem(keys.addressFailures(otherIp, windowOf(now())))).toBeUndefined();
  });

  test('the IP addresses of logins are deleted with their user', async () => {
    newDay();
    const account = await createAccount();
    await createUser(account.brand.id, { ...account, email: unusedEmail(), role: 'admin' }, now());
    for (const ip of [knownIp, otherIp]) await logIn(account, { sourceIp: ip });
    await guess(account.email, 2, unknownIp);
    await removeUser(account.email.toUpperCase());
    expect(await recordsOf(account)).toEqual([]);
  });

  test('all IP addresses of a user are deleted, also more than one transaction can delete', async () => {
    newDay();
    const account = await createAccount();
    await createUser(account.brand.id, { ...account, email: unusedEmail(), role: 'admin' }, now());
    const hashes = Array.from({ length: transactionLimit + 1 }, (_, index) => `hash-${index}`);
    await writeInBulk(
      hashes.map((hash) => ({ kind: 'put', item: { ...keys.knownAddress(account.email, hash) } })),
    );
    await removeUser(account.email);
    expect(await recordsOf(account)).toEqual([]);
  });

  test('the next removal of a user deletes the IP addresses that an interrupted removal left', async () => {
    newDay();
    const account = await createAccount();
    await createUser(account.brand.id, { ...account, email: unusedEmail(), role: 'admin' }, now());
    await logIn(account, { sourceIp: knownIp });
    const isTransaction = (operation: unknown) => operation === 'TransactWriteItems';
    const kill = { call: 2, moment: 'before', counts: isTransaction } as const;
    await expect(runAndKill(() => removeUser(account.email), kill)).rejects.toThrow();
    expect(await recordsOf(account)).toHaveLength(2);
    await expect(removeUser(account.email)).rejects.toThrow('not found');
    expect(await recordsOf(account)).toEqual([]);
  });
});

describe('POST /v1/auth/brand/login (failures from a known IP address)', () => {
  test('asks for a challenge after ten failures at the known IP address', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    expect(await guess(account.email, freeFailures.knownAddress + 1, () => knownIp)).toEqual([
      ...times(freeFailures.knownAddress, 401),
      429,
    ]);
    expectChallenge(await logIn(account, { sourceIp: knownIp }));
    expect((await logInWithWork(account, knownIp)).status).toBe(200);
    clock.advance(windowSeconds);
    expect((await logIn(account, { sourceIp: knownIp })).status).toBe(200);
  });

  test('counts failures only for this account and this IP address', async () => {
    newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    await guess(account.email, freeFailures.knownAddress, () => knownIp);
    expect(await failuresStored(account.email, knownIp)).toEqual([0, freeFailures.knownAddress, 0]);
    expect((await logIn(account, { sourceIp: otherIp })).status).toBe(200);
  });

  test('treats an IP address as unknown 180 days after the last login from it, and not a second earlier', async () => {
    const clock = newDay();
    const account = await createAccount();
    await logIn(account, { sourceIp: knownIp });
    clock.advance(180 * 86_400 - 1);
    await logIn({ ...account, password: 'wrong' }, { sourceIp: knownIp });
    expect(await failuresStored(account.email, knownIp)).toEqual([undefined, 1, undefined]);
    clock.advance(1);
    await logIn({ ...account, password: 'wrong' }, { sourceIp: knownIp });
    expect(await failuresStored(account.email, knownIp)).toEqual([1, undefined, 1]);
  });
});

describe('POST /v1/auth/brand/login (failures on many accounts from one IP address)', () => {
  test('asks for a challenge at the IP address, except for accounts that have logged in from it before', async () => {
    const clock = newDay();
    const [known, newcomer] = await Promise.all([createAccount(), createAccount()]);
    expect((await logIn(known, { sourceIp: knownIp })).status).toBe(200);
    const answers = await runConcurrently(freeFailures.address + 10, () =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: knownIp }),
    );
    expect(countByStatus(answers)).toEqual({ 401: freeFailures.address, 429: 10 });
    expectChallenge(await logIn(newcomer, { sourceIp: knownIp }));
    expect((await logIn(known, { sourceIp: knownIp })).status).toBe(200);
    expect((await logIn(newcomer, { sourceIp: otherIp })).status).toBe(200);
    expect((await logInWithWork(newcomer, knownIp)).status).toBe(200);
    clock.advance(windowSeconds);
    expect((await logIn(await createAccount(), { sourceIp: knownIp })).status).toBe(200);
  });

  test('counts all IPv6 addresses of a /64 network as one address', async () => {
    newDay();
    const answers = await runConcurrently(freeFailures.address + 1, (index) =>
      logIn({ email: unusedEmail(), password: 'wrong' }, { sourceIp: `2001:db8:0:7:${index}::1` }),
    );
    expect(countByStatus(answers)).toEqual({ 401: freeFailures.address, 429: 1 });
    const account = await createAccount();
    expectChallenge(await logIn(account, { sourceIp: '2001:DB8::7:ffff:0:0:9' }));
    expect((await logIn(account, { sourceIp: '2001:db8:0:8::1' })).status).toBe(200);
  });
});
