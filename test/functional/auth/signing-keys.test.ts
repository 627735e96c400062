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

/** Every test starts when all that was held before it is old. */
let morning = new Date('2026-03-01T08:00:00.000Z').getTime();
let clock: FakeClock;
let acme: TestBrand;
beforeEach(async () => {
  morning += 86_400_000;
  clock = fakeClock(new Date(morning));
  acme = await createBrand();
});

describe('signing keys', () => {
  test('that are retiring still verify, and sign no more', async () => {
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

  test('that have retired verify no more', async () => {
    const old = await readKeys();
    await writeKeys([newSigningKey()]);
    clock.advance(keysAgeSeconds);
    expectUnauthenticated(await use(acme.admin), 'Invalid token');
    await writeKeys(old);
  });

  test('that are new are found as soon as a token names one, and then looked for now and then', async () => {
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

  test('at hand outlive a source that holds none', async () => {
    const old = await readKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys([]);
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys(old);
  });

  test('still open the cursors they sealed, while they retire', async () => {
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
