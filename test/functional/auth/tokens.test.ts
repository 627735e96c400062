import { base64url, decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { newId } from '#lib/shared/ids.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { expectUnauthenticated, refusal } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';
import { keysAgeSeconds, readKeys, signClaims } from '#test/support/signing-keys.ts';

const use = (token: string): Promise<Answer> => send('GET', '/affiliates', { token });
const withHeader = (authorization: string): Promise<Answer> =>
  send('GET', '/affiliates', { headers: { authorization } });

/** Every test starts when all that was held before it is old. */
let morning = new Date('2026-03-01T08:00:00.000Z').getTime();
let clock: FakeClock;
let acme: TestBrand;
beforeEach(async () => {
  morning += 86_400_000;
  clock = fakeClock(new Date(morning));
  acme = await createBrand();
});

const signed = (changes: JWTPayload, header: object = {}): Promise<string> =>
  signClaims({ ...decodeJwt(acme.admin), ...changes }, header);

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

test('a 401 comes before anything else about the request is said', async () => {
  const answer = await send('PATCH', '/affiliates/nobody?x=1', {
    body: '{',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.json).toEqual(refusal(401, 'Missing bearer token'));
});
