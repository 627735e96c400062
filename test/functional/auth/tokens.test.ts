import { readFile, writeFile } from 'node:fs/promises';
import { base64url, decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { newSigningKey, signingKeysDocument } from '#lib/auth/signing-keys.ts';
import { environment } from '#lib/shared/environment.ts';
import { newId } from '#lib/shared/ids.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { expectUnauthenticated, refusal } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';

const use = (token: string): Promise<Answer> => send('GET', '/affiliates', { token });
const withHeader = (authorization: string): Promise<Answer> =>
  send('GET', '/affiliates', { headers: { authorization } });

const keysFile = environment.SIGNING_KEYS_FILE ?? '';
const readKeys = async () => signingKeysDocument.parse(JSON.parse(await readFile(keysFile, 'utf8'))).keys;
const writeKeys = (keys: readonly object[]): Promise<void> => writeFile(keysFile, JSON.stringify({ keys }));

/** Keys are read again after five minutes at the latest, and for a key id never seen after ten seconds. */
const keysAgeSeconds = 300;
const unknownKeySeconds = 10;

/** Every test starts when all that was held before it is old. */
let morning = new Date('2026-03-01T08:00:00.000Z').getTime();
let clock: FakeClock;
let acme: TestBrand;
beforeEach(async () => {
  morning += 86_400_000;
  clock = fakeClock(new Date(morning));
  acme = await createBrand();
});

async function signed(changes: JWTPayload, header: object = {}): Promise<string> {
  const [key] = await readKeys();
  return new SignJWT({ ...decodeJwt(acme.admin), ...changes })
    .setProtectedHeader({ alg: 'HS256', kid: key?.kid, ...header })
    .sign(base64url.decode(key?.secret ?? ''));
}

describe('a request without a bearer token', () => {
  test('is answered so', async () => {
    const answer = await send('GET', '/affiliates');
    expectUnauthenticated(answer, 'Missing bearer token');
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Token abc', 'Bearer a b', 'Bearer ä'])(
    'is one whose header is "%s"',
    async (header) => expectUnauthenticated(await withHeader(header), 'Missing bearer token'),
  );

  test('is one with two authorization headers', async () => {
    expectUnauthenticated(
      await withHeader(`Bearer ${acme.admin},Bearer ${acme.admin}`),
      'Missing bearer token',
    );
  });

  test('is not one that writes the scheme in another case', async () => {
    expect((await withHeader(`bearer ${acme.admin}`)).status).toBe(200);
    expect((await withHeader(`BEARER  ${acme.admin}`)).status).toBe(200);
  });
});

describe('a token that is invalid', () => {
  test.each([
    ['one word', 'abc'],
    ['three words', 'a.b.c'],
    ['two dots', '..'],
    ['without a key id', 'eyJhbGciOiJub25lIn0.e30.'],
    ['very long', 'a'.repeat(8000)],
  ])('is no token at all: %s', async (_, token) => expectUnauthenticated(await use(token), 'Invalid token'));

  test('has another payload than was signed', async () => {
    const [head, , signature] = acme.member.split('.');
    const payload = base64url.encode(JSON.stringify({ ...decodeJwt(acme.member), role: 'admin' }));
    expectUnauthenticated(await use(`${head}.${payload}.${signature}`), 'Invalid token');
  });

  test('has no signature', async () => {
    const [head, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.`), 'Invalid token');
  });

  test('says that it needs no signature', async () => {
    const [key] = await readKeys();
    const head = base64url.encode(JSON.stringify({ alg: 'none', kid: key?.kid }));
    const [, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.`), 'Invalid token');
  });

  test('is signed with the right key by another algorithm', async () => {
    const [key] = await readKeys();
    const secret = base64url.decode(key?.secret ?? '');
    for (const alg of ['HS384', 'HS512']) {
      const token = await new SignJWT(decodeJwt(acme.admin))
        .setProtectedHeader({ alg, kid: key?.kid })
        .sign(secret);
      expectUnauthenticated(await use(token), 'Invalid token');
    }
  });

  test('is signed by a key pair', async () => {
    const [key] = await readKeys();
    const { privateKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(decodeJwt(acme.admin))
      .setProtectedHeader({ alg: 'ES256', kid: key?.kid })
      .sign(privateKey);
    expectUnauthenticated(await use(token), 'Invalid token');
  });

  test('is signed with another secret under the known key id', async () => {
    const [key] = await readKeys();
    const token = await new SignJWT(decodeJwt(acme.admin))
      .setProtectedHeader({ alg: 'HS256', kid: key?.kid })
      .sign(base64url.decode(newSigningKey().secret));
    expectUnauthenticated(await use(token), 'Invalid token');
  });

  test.each([{ kid: undefined }, { kid: 'unknown' }, { kid: '' }, { kid: 7 }])(
    'names the key as %s',
    async (header) => {
      clock.advance(keysAgeSeconds);
      expectUnauthenticated(await use(await signed({}, header)), 'Invalid token');
    },
  );

  test.each(['sub', 'jti', 'iat', 'exp', 'brandId', 'role'])('lacks the claim %s', async (claim) => {
    expectUnauthenticated(await use(await signed({ [claim]: undefined })), 'Invalid token');
  });

  test.each([
    { sub: 'someone' },
    { brandId: 'brd_1' },
    { jti: 'x' },
    { role: 'owner' },
    { exp: 2_000_000_000.5 },
  ])('has a claim that cannot be: %j', async (change) => {
    expectUnauthenticated(await use(await signed(change)), 'Invalid token');
  });
});

describe('a token that has expired', () => {
  test('is answered with exactly this body', async () => {
    clock.advance(86_399);
    expect((await use(acme.admin)).status).toBe(200);
    clock.advance(1);
    const answer = await use(acme.admin);
    expectUnauthenticated(answer, 'Token expired');
    expect(answer.text).toBe('{"statusCode":401,"message":"Token expired","error":"Unauthorized"}');
  });

  test('says so only to whom the service gave it', async () => {
    clock.advance(86_400);
    const [head, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.AAAA`), 'Invalid token');
  });
});

describe('a token that is revoked', () => {
  test.each([
    ['session', () => ({ jti: newId('session', clock.now()) })],
    ['user', () => ({ sub: newId('user', clock.now()) })],
    ['brand', () => ({ brandId: newId('brand', clock.now()) })],
  ])('is well signed, but its %s does not exist', async (_, change) => {
    expectUnauthenticated(await use(await signed(change())), 'Token revoked');
  });

  test('cannot borrow the session of another user', async () => {
    const { jti } = decodeJwt(acme.admin);
    const { sub, role } = decodeJwt(acme.member);
    expectUnauthenticated(await use(await signed({ jti, sub, role })), 'Token revoked');
  });
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

  test('that are new are found as soon as a token names one', async () => {
    const old = await readKeys();
    const next = newSigningKey();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeKeys([next, ...old]);
    const token = await signed({});
    expectUnauthenticated(await use(token), 'Invalid token');
    clock.advance(unknownKeySeconds);
    expect((await use(token)).status).toBe(200);
    await writeKeys(old);
  });

  test('at hand outlive a source that fails', async () => {
    const old = await readKeys();
    clock.advance(keysAgeSeconds);
    expect((await use(acme.admin)).status).toBe(200);
    await writeFile(keysFile, 'not JSON');
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

test('a 401 comes before anything else about the request is said', async () => {
  const answer = await send('PATCH', '/affiliates/nobody?x=1', {
    body: '{',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.json).toEqual(refusal(401, 'Missing bearer token'));
});
