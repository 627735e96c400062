import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { expectUnauthenticated } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';
import {
  keysAgeSeconds,
  readKeys,
  signClaims,
  unknownKeySeconds,
  writeKeys,
} from '#test/support/signing-keys.ts';

const use = (token: string): Promise<Answer> => send('GET', '/affiliates', { token });

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
    const next = newSigningKey();
    await writeKeys([next, ...old]);
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    const refreshed = await send('POST', '/auth/refresh', { token: acme.admin });
    const header = refreshed.json.data.accessToken.split('.')[0];
    expect(JSON.parse(Buffer.from(header, 'base64url').toString()).kid).toBe(next.kid);
    expect((await use(refreshed.json.data.accessToken)).status).toBe(200);
    await writeKeys(old);
  });

  test('rejects tokens of a retired key', async () => {
    const old = await readKeys();
    await writeKeys([newSigningKey()]);
    clock.advance(keysAgeSeconds);
    expectUnauthenticated(await use(acme.admin), 'Invalid token');
    await writeKeys(old);
  });

  test('loads a new key as soon as a token names it, but at most once per interval', async () => {
    const old = await readKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    for (const isFirst of [true, false]) {
      await writeKeys([newSigningKey(), ...old]);
      const token = await signClaims(decodeJwt(acme.admin));
      if (!isFirst) {
        expectUnauthenticated(await use(token), 'Invalid token');
        clock.advance(unknownKeySeconds);
      }
      expect((await use(token)).status).toBe(200);
    }
    await writeKeys(old);
  });

  test('keeps the cached keys when the source is empty', async () => {
    const old = await readKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys([]);
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys(old);
  });

  test('accepts cursors that were encrypted with a retiring key', async () => {
    const token = acme.admin;
    for (const name of ['a', 'b']) await send('POST', '/campaigns', { token, body: { name } });
    const { cursor } = (await send('GET', '/campaigns?limit=1', { token })).json.meta;
    const old = await readKeys();
    await writeKeys([newSigningKey(), ...old]);
    clock.advance(keysAgeSeconds);
    const next = await send('GET', `/campaigns?limit=1&cursor=${cursor}`, { token });
    expect(next.json.data).toHaveLength(1);
    await writeKeys(old);
  });
});
