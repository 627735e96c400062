import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newKeyMaterial, privateKeyOf, publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import { publishKeys } from '#lib/access/auth/store/publish-keys.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { createAccount, logIn } from '#test/support/accounts.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { replaceItem } from '#test/support/items.ts';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';
import {
  keysAgeSeconds,
  readDocument,
  readKeys,
  signClaims,
  unknownKeySeconds,
  writeKeys,
} from '#test/support/signing-keys.ts';
import { trafficOf } from '#test/support/traffic.ts';

const use = (token: string): Promise<Answer> => send('GET', '/affiliates', { token });
const deletePublishedKeys = () => transact([{ kind: 'delete', key: keys.publishedKeys() }]);

/** Each test runs on a later day, so that the keys cached by earlier tests have expired. */
let morning = new Date('2026-03-01T08:00:00.000Z').getTime();
let clock: FakeClock;
let acme: TestBrand;
beforeEach(async () => {
  morning += 86_400_000;
  clock = fakeClock(new Date(morning));
  acme = await createBrand();
});

describe('the service with several signing keys', () => {
  test('verifies tokens of a retiring key, but signs new tokens with the next key', async () => {
    const old = await readKeys();
    const next = newKeyMaterial();
    await writeKeys([next, ...old]);
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    const refreshed = await send('POST', '/auth/refresh', { token: acme.admin });
    const header = refreshed.json.data.accessToken.split('.')[0];
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'Ed25519',
      typ: 'JWT',
      kid: next.kid,
    });
    expect((await use(refreshed.json.data.accessToken)).status).toBe(200);
    await writeKeys(old);
  });

  test('rejects tokens of a retired key', async () => {
    const old = await readKeys();
    await writeKeys([newKeyMaterial()]);
    clock.advance(keysAgeSeconds);
    expectUnauthenticated(await use(acme.admin), 'Invalid token');
    await writeKeys(old);
  });

  test('loads a new key as soon as a token names it, but at most once per interval', async () => {
    const old = await readKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    for (const isFirst of [true, false]) {
      await writeKeys([newKeyMaterial(), ...old]);
      const token = await signClaims(decodeJwt(acme.admin));
      if (!isFirst) {
        expectUnauthenticated(await use(token), 'Invalid token');
        clock.advance(unknownKeySeconds);
      }
      expect((await use(token)).status).toBe(200);
    }
    await writeKeys(old);
  });

  test('loads a new key at once, although an unknown key id has just caused a read of expired keys', async () => {
    const old = await readKeys();
    await use(acme.admin);
    clock.advance(keysAgeSeconds);
    const unknown = await signClaims(decodeJwt(acme.admin), { kid: 'unknown' });
    expectUnauthenticated(await use(unknown), 'Invalid token');
    await writeKeys([newKeyMaterial(), ...old]);
    expect((await use(await signClaims(decodeJwt(acme.admin)))).status).toBe(200);
    await writeKeys(old);
  });

  test('accepts cursors that were signed with a retiring key', async () => {
    const token = acme.admin;
    for (const name of ['a', 'b']) await send('POST', '/campaigns', { token, body: { name } });
    const { cursor } = (await send('GET', '/campaigns?limit=1', { token })).json.meta;
    const old = await readKeys();
    await writeKeys([newKeyMaterial(), ...old]);
    clock.advance(keysAgeSeconds);
    const next = await send('GET', `/campaigns?limit=1&cursor=${cursor}`, { token });
    expect(next.json.data).toHaveLength(1);
    await writeKeys(old);
  });
});

describe('the published keys', () => {
  test('the published keys contain no private key and no key material', async () => {
    const [{ secret = '' } = {}] = await readKeys();
    const item = JSON.stringify(await getItem(keys.publishedKeys()));
    const { d } = privateKeyOf({ secret }).export({ format: 'jwk' });
    expect(item).toContain('publicKey');
    expect(item).not.toContain(secret);
    expect(item).not.toContain(d);
  });

  test('the published keys are read together with the caller when the cache has expired, without a further round trip', async () => {
    await use(acme.admin);
    const [, cached] = await trafficOf(() => use(acme.admin));
    clock.advance(keysAgeSeconds);
    const [answer, renewed] = await trafficOf(() => use(acme.admin));
    expect(answer.status).toBe(200);
    expect(JSON.stringify(renewed.calls)).toContain(keys.publishedKeys().pk);
    expect(JSON.stringify(cached.calls)).not.toContain(keys.publishedKeys().pk);
    expect([renewed.calls.length, renewed.roundTrips]).toEqual([cached.calls.length, cached.roundTrips]);
  });

  test('the published keys are read once for a hundred tokens with unknown key ids', async () => {
    await use(acme.admin);
    const forged = await signClaims(decodeJwt(acme.admin), { kid: 'forged' });
    const [, { calls }] = await trafficOf(async () => {
      for (let sent = 0; sent < 100; sent += 1) expectUnauthenticated(await use(forged), 'Invalid token');
    });
    expect(calls).toHaveLength(1);
  });

  test('the published keys stay in use when their item is absent', async () => {
    await deletePublishedKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys(await readKeys());
  });

  test('the published keys are replaced by those of a new secret, although an earlier secret generated a key with the same name and has a later revision', async () => {
    const published = await getItem(keys.publishedKeys());
    const generate = () =>
      signingKeysDocument.parse({ kid: 'initial', secret: randomBytes(48).toString('base64url') });
    const [kept, renewed] = [generate(), generate()];
    expect(await publishKeys({ ...kept, revision: 5 })).toBe(true);
    expect(await publishKeys(kept)).toBe(false);
    expect(await publishKeys(renewed)).toBe(true);
    const item = Object(await getItem(keys.publishedKeys()));
    expect(item.keys).toEqual(renewed.keys.map(publishedKeyOf));
    expect(item.keys).not.toEqual(kept.keys.map(publishedKeyOf));
    await replaceItem(Object(published));
  });

  test('the published keys can be published again', async () => {
    const { revision } = Object(await getItem(keys.publishedKeys()));
    const document = { ...(await readDocument()), revision: revision + 1 };
    expect([await publishKeys(document), await publishKeys(document)]).toEqual([true, true]);
    await deletePublishedKeys();
    await writeKeys(await readKeys());
  });

  test('the published keys are never replaced by those of an earlier revision', async () => {
    const { revision } = Object(await getItem(keys.publishedKeys()));
    const stale = { ...(await readDocument()), revision: revision - 1 };
    expect(await publishKeys(stale)).toBe(false);
    expect(await getItem(keys.publishedKeys())).toMatchObject({ revision });
  });
});

describe('POST /auth/brand/login', () => {
  test('signs with its cached key while the keys cannot be read, and reads them again after 10 seconds', async () => {
    const account = await createAccount();
    const old = await readKeys();
    const kidOf = async () => decodeProtectedHeader((await logIn(account)).json.data.accessToken).kid;
    expect(await kidOf()).toBe(old[0]?.kid);
    const file = environment.SIGNING_KEYS_FILE ?? '';
    const text = await readFile(file, 'utf8');
    await writeFile(file, 'no keys');
    clock.advance(keysAgeSeconds);
    expect(await kidOf()).toBe(old[0]?.kid);
    await writeFile(file, text);
    const next = newKeyMaterial();
    await writeKeys([next]);
    await deletePublishedKeys();
    await publishKeys({ ...(await readDocument()), keys: [...old] });
    clock.advance(9);
    expect(await kidOf()).toBe(old[0]?.kid);
    clock.advance(1);
    expect(await kidOf()).toBe(next.kid);
    await writeKeys(old);
  });

  test('publishes the signing key before it signs the first token with it', async () => {
    const account = await createAccount();
    const old = await readKeys();
    await writeKeys([newKeyMaterial(), ...old]);
    await deletePublishedKeys();
    clock.advance(keysAgeSeconds);
    const { accessToken } = (await logIn(account)).json.data;
    expect((await use(accessToken)).status).toBe(200);
    expect(Object(await getItem(keys.publishedKeys())).keys).toHaveLength(old.length + 1);
    await writeKeys(old);
  });

  test('answers 503 once, and then signs with the published key, when its cached signing key was revoked', async () => {
    const account = await createAccount();
    const old = await readKeys();
    const revoked = newKeyMaterial();
    await writeKeys([revoked]);
    await deletePublishedKeys();
    clock.advance(keysAgeSeconds);
    const revision = Number.MAX_SAFE_INTEGER;
    await publishKeys({ ...(await readDocument()), revision, keys: [...old] });
    expect((await logIn(account)).status).toBe(503);
    await deletePublishedKeys();
    await writeKeys(old);
    expect((await logIn(account)).status).toBe(200);
  });
});

test('a process that starts later uses the login key of the stage, so that it knows the addresses and challenges of others', async () => {
  const startProcess = async () => {
    vi.resetModules();
    const { loginKey } = await import('#lib/access/auth/store/login-key.ts');
    return Buffer.from(await loginKey()).toString('hex');
  };
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  expect([other, await startProcess()]).toEqual([one, one]);
  expect(one).toHaveLength(64);
});

test('a process that could not read the login key reads it again at the next login', async () => {
  vi.resetModules();
  const [{ loginKey }, { dynamoDb }] = await Promise.all([
    import('#lib/access/auth/store/login-key.ts'),
    import('#lib/foundation/table/client.ts'),
  ]);
  vi.spyOn(dynamoDb, 'send').mockRejectedValueOnce(new Error('The table does not answer'));
  await expect(loginKey()).rejects.toThrow('The table does not answer');
  expect(await loginKey()).toHaveLength(32);
});
