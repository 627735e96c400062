import { writeFileSync } from 'node:fs';
import { decodeProtectedHeader } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { fileKeyStore } from '#infra/local/signing-keys-file.ts';
import {
  holdingSeconds,
  leadSeconds,
  retirementSeconds,
  rotationSeconds,
} from '#lib/auth/rules/signing-keys.ts';
import { tokenLifetimeSeconds } from '#lib/auth/schema.ts';
import { listKeys, maintainKeys, revokeKey, rotateKeys } from '#lib/auth/store/rotate-signing-keys.ts';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { type Account, createAccount } from '#test/support/accounts.ts';
import { type Instance, newInstance } from '#test/support/instances.ts';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import { readKeys, unknownKeySeconds, writeKeys } from '#test/support/signing-keys.ts';

const file = process.env.SIGNING_KEYS_FILE ?? '';
const store = fileKeyStore(file);

let time = Date.parse('2026-03-01T08:00:00.000Z');
const now = () => new Date(time);
const after = (seconds: number) => {
  time += seconds * 1000;
};

/** One whose clock is right, one a minute fast, one a minute slow. */
const instances: readonly Instance[] = [
  await newInstance(now),
  await newInstance(() => new Date(time + 60_000)),
  await newInstance(() => new Date(time - 60_000)),
];
const [one, fast, slow] = instances as readonly [Instance, Instance, Instance];

/** Every test begins with one key, which says nothing of dates, and with nothing held of another one. */
let account: Account;
beforeEach(async () => {
  await writeKeys([newSigningKey()]);
  after(10 * rotationSeconds);
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

/** Asks an instance for a page, and its neighbour for the page that the cursor leads to. */
async function walk(token: string, index: number): Promise<void> {
  const [here, there] = [instances[index % 3] ?? one, instances[(index + 1) % 3] ?? one];
  const first = await here.send('GET', '/campaigns?limit=1', { token });
  expect([first.status, first.text]).toEqual([200, first.text]);
  const second = await there.send('GET', `/campaigns?limit=1&cursor=${first.json.meta.cursor}`, { token });
  expect([second.status, second.text]).toEqual([200, second.text]);
}

/** What was signed with each key: its first and its latest token, and when. */
type Tokens = Map<string, readonly { readonly token: string; readonly at: number }[]>;

/** Everyone signs a token; then every token that is alive is used everywhere. */
async function useEverything(tokens: Tokens): Promise<void> {
  for (const instance of instances) {
    const token = await logIn(instance);
    const [first] = tokens.get(kidOf(token)) ?? [];
    const latest = { token, at: time };
    tokens.set(kidOf(token), first === undefined ? [latest] : [first, latest]);
  }
  const alive = [...tokens.values()]
    .flat()
    .filter(({ at }) => time - at < (tokenLifetimeSeconds - 120) * 1000);
  for (const { token } of alive) for (const index of instances.keys()) await walk(token, index);
}

/** Seconds after a key is published: before and after each moment at which something changes for someone. */
const moments = [
  ...[1, 149, 151, holdingSeconds - 2, holdingSeconds + 1],
  ...[
    leadSeconds - 61,
    leadSeconds - 59,
    leadSeconds - 1,
    leadSeconds + 1,
    leadSeconds + 59,
    leadSeconds + 61,
  ],
  ...[leadSeconds + holdingSeconds + 61, tokenLifetimeSeconds / 2, leadSeconds + tokenLifetimeSeconds - 130],
].toSorted((before, later) => before - later);

test('no request fails throughout two rotations, on instances that read the keys at different times', async () => {
  const tokens: Tokens = new Map();
  const token = await logIn(one);
  for (const name of ['a', 'b']) await one.send('POST', '/campaigns', { token, body: { name } });
  const first = kidOf(token);
  for (let rotation = 0; rotation < 2; rotation += 1) {
    // At different times, the first of them just so late that it still holds the keys from before.
    after(holdingSeconds);
    for (const instance of [fast, slow, one]) {
      await logIn(instance);
      after((holdingSeconds - 1) / 3);
    }
    await maintainKeys(store, now());
    const published = time;
    for (const moment of moments) {
      time = published + moment * 1000;
      await useEverything(tokens);
    }
    time = published + (leadSeconds + retirementSeconds) * 1000;
    await maintainKeys(store, now());
    await useEverything(tokens);
    after(holdingSeconds + 60);
    await useEverything(tokens);
    after(rotationSeconds);
  }
  expect(tokens.size).toBe(3);
  expect(await kids()).toEqual([[...tokens.keys()].at(-1)]);
  expect(await kids()).not.toContain(first);
});

test('an old token is good until its end, and its key is gone soon after', async () => {
  const token = await logIn(one);
  const old = kidOf(token);
  await rotateKeys(store, now());
  after(leadSeconds + holdingSeconds);
  expect(kidOf(await logIn(one))).not.toBe(old);
  after(tokenLifetimeSeconds - leadSeconds - holdingSeconds - 1);
  await maintainKeys(store, now());
  expect((await one.send('GET', '/billing', { token })).status).toBe(200);
  after(1);
  expectUnauthenticated(await one.send('GET', '/billing', { token }), 'Token expired');
  after(leadSeconds + retirementSeconds - tokenLifetimeSeconds);
  await maintainKeys(store, now());
  expect(await kids()).not.toContain(old);
});

test('what a revoked key signed is refused once the keys are read anew, and logging in works meanwhile', async () => {
  const token = await logIn(one);
  expect((await slow.send('GET', '/billing', { token })).status).toBe(200);
  await revokeKey(store, kidOf(token), now());
  const meanwhile = await logIn(await newInstance(now));
  expect((await slow.send('GET', '/billing', { token: meanwhile })).status).toBe(200);
  expect((await one.send('GET', '/billing', { token: meanwhile })).status).toBe(200);
  expectUnauthenticated(await one.send('GET', '/billing', { token }), 'Invalid token');
  after(holdingSeconds);
  for (const { send } of instances)
    expectUnauthenticated(await send('GET', '/billing', { token }), 'Invalid token');
  const again = await logIn(one);
  for (const { send } of instances)
    expect((await send('GET', '/billing', { token: again })).status).toBe(200);
});

test('a token of a new key, where the keys cannot be read just now, is a 503 and no 401', async () => {
  await logIn(slow);
  const document = JSON.stringify({ keys: [newSigningKey()] });
  writeFileSync(file, document);
  after(unknownKeySeconds);
  const fresh = await newInstance(now);
  const token = await logIn(fresh);
  writeFileSync(file, 'nothing that can be read');
  for (const wait of [0, 1, unknownKeySeconds]) {
    after(wait);
    const answer = await slow.send('GET', '/billing', { token });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  }
  writeFileSync(file, document);
  after(unknownKeySeconds);
  expect((await slow.send('GET', '/billing', { token })).status).toBe(200);
});

test('of two rotations at once one is made', async () => {
  await Promise.all([maintainKeys(store, now()), maintainKeys(store, now()), rotateKeys(store, now())]);
  expect((await listKeys(store, now())).map(({ state }) => state)).toEqual(['next', 'signing']);
});
