import { decodeProtectedHeader } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { fileKeyStore } from '#infra/local/signing-keys-file.ts';
import { cacheSeconds } from '#lib/access/auth/rules/key-order.ts';
import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import {
  activationDelaySeconds,
  retirementSeconds,
  rotationSeconds,
} from '#lib/access/auth/rules/signing-keys.ts';
import { tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import { listKeys, maintainKeys, revokeKey, rotateKeys } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { type Account, createAccount } from '#test/support/accounts.ts';
import { type Instance, newInstance } from '#test/support/instances.ts';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import { readKeys, writeKeys } from '#test/support/signing-keys.ts';

const file = process.env.SIGNING_KEYS_FILE ?? '';
const store = fileKeyStore(file);

let time = Date.parse('2026-03-01T08:00:00.000Z');
const now = () => new Date(time);
const advance = (seconds: number) => {
  time += seconds * 1000;
};

/** Three instances, with clocks that are exact, a minute fast and a minute slow. */
const instances: readonly Instance[] = [
  await newInstance(now),
  await newInstance(() => new Date(time + 60_000)),
  await newInstance(() => new Date(time - 60_000)),
];
const [exact, fast, slow] = instances as readonly [Instance, Instance, Instance];

/** Each test starts with one key without dates, after the keys of earlier tests have left every cache. */
let account: Account;
beforeEach(async () => {
  await writeKeys([newKeyMaterial()]);
  advance(10 * rotationSeconds);
  account = await createAccount();
});

const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';
const kids = async () => (await readKeys()).map(({ kid }) => kid);

async function logIn({ send }: Instance): Promise<string> {
  const { email, password } = account;
  const { status, text, json } = await send('POST', '/auth/brand/login', { body: { email, password } });
  expect([status, text]).toEqual([200, text]);
  return json.data.accessToken;
}

/** Reads the first page on one instance and the next page on another one. */
async function readTwoPages(token: string, index: number): Promise<void> {
  const [here, there] = [instances[index % 3] ?? exact, instances[(index + 1) % 3] ?? exact];
  const first = await here.send('GET', '/campaigns?limit=1', { token });
  expect([first.status, first.text]).toEqual([200, first.text]);
  const second = await there.send('GET', `/campaigns?limit=1&cursor=${first.json.meta.cursor}`, { token });
  expect([second.status, second.text]).toEqual([200, second.text]);
}

/** The first and the latest token signed with each key, by key id. */
type Tokens = Map<string, readonly { readonly token: string; readonly at: number }[]>;

/** Logs in on every instance, then uses every unexpired token on every instance. */
async function useAllTokens(tokens: Tokens): Promise<void> {
  for (const instance of instances) {
    const token = await logIn(instance);
    const [first] = tokens.get(kidOf(token)) ?? [];
    const latest = { token, at: time };
    tokens.set(kidOf(token), first === undefined ? [latest] : [first, latest]);
  }
  const alive = [...tokens.values()]
    .flat()
    .filter(({ at }) => time - at < (tokenLifetimeSeconds - 120) * 1000);
  for (const { token } of alive) for (const index of instances.keys()) await readTwoPages(token, index);
}

/** Seconds after a key is published, just before and just after each change of its state. */
const moments = [
  ...[1, 149, 151, cacheSeconds - 2, cacheSeconds + 1],
  ...[
    activationDelaySeconds - 61,
    activationDelaySeconds - 59,
    activationDelaySeconds - 1,
    activationDelaySeconds + 1,
    activationDelaySeconds + 59,
    activationDelaySeconds + 61,
  ],
  ...[
    activationDelaySeconds + cacheSeconds + 61,
    tokenLifetimeSeconds / 2,
    activationDelaySeconds + tokenLifetimeSeconds - 130,
  ],
].toSorted((before, later) => before - later);

test('no request fails during two rotations on instances that read the keys at different times', async () => {
  const tokens: Tokens = new Map();
  const token = await logIn(exact);
  for (const name of ['a', 'b']) await exact.send('POST', '/campaigns', { token, body: { name } });
  const first = kidOf(token);
  for (let rotation = 0; rotation < 2; rotation += 1) {
    // The first instance still has the old keys in its cache when the next key is published.
    advance(cacheSeconds);
    for (const instance of [fast, slow, exact]) {
      await logIn(instance);
      advance((cacheSeconds - 1) / 3);
    }
    await maintainKeys(store, now());
    const published = time;
    for (const moment of moments) {
      time = published + moment * 1000;
      await useAllTokens(tokens);
    }
    time = published + (activationDelaySeconds + retirementSeconds) * 1000;
    await maintainKeys(store, now());
    await useAllTokens(tokens);
    advance(cacheSeconds + 60);
    await useAllTokens(tokens);
    advance(rotationSeconds);
  }
  expect(tokens.size).toBe(3);
  expect(await kids()).toEqual([[...tokens.keys()].at(-1)]);
  expect(await kids()).not.toContain(first);
});

test('a token of an old key is accepted until it expires, and then the key is deleted', async () => {
  const token = await logIn(exact);
  const old = kidOf(token);
  await rotateKeys(store, now());
  advance(activationDelaySeconds + cacheSeconds);
  expect(kidOf(await logIn(exact))).not.toBe(old);
  advance(tokenLifetimeSeconds - activationDelaySeconds - cacheSeconds - 1);
  await maintainKeys(store, now());
  expect((await exact.send('GET', '/billing', { token })).status).toBe(200);
  advance(1);
  expectUnauthenticated(await exact.send('GET', '/billing', { token }), 'Token expired');
  advance(activationDelaySeconds + retirementSeconds - tokenLifetimeSeconds);
  await maintainKeys(store, now());
  expect(await kids()).not.toContain(old);
});

test('tokens of a revoked key are rejected once the keys are reloaded, and logins are not interrupted', async () => {
  const token = await logIn(exact);
  expect((await slow.send('GET', '/billing', { token })).status).toBe(200);
  await revokeKey(store, kidOf(token), now());
  const meanwhile = await logIn(await newInstance(now));
  expect((await slow.send('GET', '/billing', { token: meanwhile })).status).toBe(200);
  expect((await exact.send('GET', '/billing', { token: meanwhile })).status).toBe(200);
  expectUnauthenticated(await exact.send('GET', '/billing', { token }), 'Invalid token');
  advance(cacheSeconds);
  for (const { send } of instances)
    expectUnauthenticated(await send('GET', '/billing', { token }), 'Invalid token');
  const again = await logIn(exact);
  for (const { send } of instances)
    expect((await send('GET', '/billing', { token: again })).status).toBe(200);
});

test('three concurrent key rotations publish one signing key', async () => {
  await Promise.all([maintainKeys(store, now()), maintainKeys(store, now()), rotateKeys(store, now())]);
  expect((await listKeys(store, now())).map(({ state }) => state)).toEqual(['next', 'signing']);
});
