import { createPublicKey } from 'node:crypto';
import { base64url, decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { newKeyMaterial, privateKeyOf, publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectUnauthenticated } from '#test/support/refusals.ts';
import { type Answer, createBrand, send, type TestBrand } from '#test/support/service.ts';
import { keysAgeSeconds, readKeys, signClaims } from '#test/support/signing-keys.ts';

const use = (token: string): Promise<Answer> => send('GET', '/affiliates', { token });
const withHeader = (authorization: string): Promise<Answer> =>
  send('GET', '/affiliates', { headers: { authorization } });

/** Each test runs on a later day, so that the keys cached by earlier tests have expired. */
let morning = new Date('2026-03-01T08:00:00.000Z').getTime();
let clock: FakeClock;
let acme: TestBrand;
beforeEach(async () => {
  morning += 86_400_000;
  clock = fakeClock(new Date(morning));
  acme = await createBrand();
});

const missingKey = () => {
  throw new Error('There is no signing key');
};
const tokenWith = (changes: JWTPayload, header: object = {}): Promise<string> =>
  signClaims({ ...decodeJwt(acme.admin), ...changes }, header);

describe('an authenticated endpoint (Authorization header)', () => {
  test('returns 401 when the header is missing', async () => {
    const answer = await send('GET', '/affiliates');
    expectUnauthenticated(answer, 'Missing bearer token');
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Token abc', 'Bearer a b', 'Bearer ä'])(
    'returns 401 for the header "%s"',
    async (header) => expectUnauthenticated(await withHeader(header), 'Missing bearer token'),
  );

  test('returns 401 for two authorization headers', async () => {
    expectUnauthenticated(
      await withHeader(`Bearer ${acme.admin},Bearer ${acme.admin}`),
      'Missing bearer token',
    );
  });

  test('accepts the scheme Bearer in upper and lower case', async () => {
    expect((await withHeader(`bearer ${acme.admin}`)).status).toBe(200);
    expect((await withHeader(`BEARER  ${acme.admin}`)).status).toBe(200);
  });
});

describe('an authenticated endpoint with an invalid token', () => {
  test.each([
    ['one word', 'abc'],
    ['three words', 'a.b.c'],
    ['two dots', '..'],
    ['no key id', 'eyJhbGciOiJub25lIn0.e30.'],
    ['8,000 characters', 'a'.repeat(8000)],
  ])('returns 401 for a malformed token: %s', async (_, token) =>
    expectUnauthenticated(await use(token), 'Invalid token'),
  );

  test('returns 401 when the payload differs from the signed payload', async () => {
    const [head, , signature] = acme.member.split('.');
    const payload = base64url.encode(JSON.stringify({ ...decodeJwt(acme.member), role: 'admin' }));
    expectUnauthenticated(await use(`${head}.${payload}.${signature}`), 'Invalid token');
  });

  test('returns 401 when the signature is missing', async () => {
    const [head, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.`), 'Invalid token');
  });

  test('returns 401 for the algorithm "none"', async () => {
    const [key] = await readKeys();
    const head = base64url.encode(JSON.stringify({ alg: 'none', kid: key?.kid }));
    const [, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.`), 'Invalid token');
  });

  test('returns 401 when the public key was used as the secret of an HMAC', async () => {
    const [key = missingKey()] = await readKeys();
    const publicKey = createPublicKey(privateKeyOf(key));
    const secrets = [
      base64url.decode(publishedKeyOf(key).publicKey),
      Buffer.from(publishedKeyOf(key).publicKey),
      publicKey.export({ format: 'der', type: 'spki' }),
      Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })),
    ];
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      for (const secret of secrets) {
        const token = await new SignJWT(decodeJwt(acme.admin))
          .setProtectedHeader({ alg, kid: key.kid })
          .sign(secret);
        expectUnauthenticated(await use(token), 'Invalid token');
      }
    }
  });

  test('returns 401 when the key material signed the token with HS256', async () => {
    const [key = missingKey()] = await readKeys();
    const token = await new SignJWT(decodeJwt(acme.admin))
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(base64url.decode(key.secret));
    expectUnauthenticated(await use(token), 'Invalid token');
  });

  test('returns 401 when a private key of another algorithm signed the token', async () => {
    const [key] = await readKeys();
    const { privateKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(decodeJwt(acme.admin))
      .setProtectedHeader({ alg: 'ES256', kid: key?.kid })
      .sign(privateKey);
    expectUnauthenticated(await use(token), 'Invalid token');
  });

  test('returns 401 when another private key signed the token under a known key id', async () => {
    const [key] = await readKeys();
    const token = await new SignJWT(decodeJwt(acme.admin))
      .setProtectedHeader({ alg: 'Ed25519', kid: key?.kid })
      .sign(privateKeyOf(newKeyMaterial()));
    expectUnauthenticated(await use(token), 'Invalid token');
  });

  test.each([
    ['a missing', { kid: undefined }],
    ['an unknown', { kid: 'unknown' }],
    ['an empty', { kid: '' }],
    ['a numeric', { kid: 7 }],
    ['an object as', { kid: { toString: 'x' } }],
    ['a key of the table as', { kid: 'SIGNING_KEYS#PUBLISHED' }],
    ['an endless', { kid: 'k'.repeat(4000) }],
  ])('returns 401 for %s key id', async (_, header) => {
    clock.advance(keysAgeSeconds);
    expectUnauthenticated(await use(await tokenWith({}, header)), 'Invalid token');
  });

  test.each(['sub', 'jti', 'iat', 'exp', 'brandId', 'role'])(
    'returns 401 when the claim %s is missing',
    async (claim) => {
      expectUnauthenticated(await use(await tokenWith({ [claim]: undefined })), 'Invalid token');
    },
  );

  test.each([
    { sub: 'someone' },
    { brandId: 'brd_1' },
    { jti: 'x' },
    { sid: 'x' },
    { role: 'owner' },
    { exp: 2_000_000_000.5 },
  ])('returns 401 for the malformed claim %j', async (change) => {
    expectUnauthenticated(await use(await tokenWith(change)), 'Invalid token');
  });
});

describe('an authenticated endpoint with an expired token', () => {
  test('returns 401 with exactly the body that the interface defines', async () => {
    clock.advance(86_399);
    expect((await use(acme.admin)).status).toBe(200);
    clock.advance(1);
    const answer = await use(acme.admin);
    expectUnauthenticated(answer, 'Token expired');
    expect(answer.text).toBe(
      '{"statusCode":401,"message":"Token expired","error":"Unauthorized","code":"token_expired"}',
    );
  });

  test('returns "Invalid token" for an expired token with a wrong signature', async () => {
    clock.advance(86_400);
    const [head, payload] = acme.admin.split('.');
    expectUnauthenticated(await use(`${head}.${payload}.AAAA`), 'Invalid token');
  });
});

describe('an authenticated endpoint with a revoked token', () => {
  test.each([
    ['session', () => ({ sid: newId('session', clock.now()) })],
    ['user', () => ({ sub: newId('user', clock.now()) })],
    ['brand', () => ({ brandId: newId('brand', clock.now()) })],
  ])('returns 401 when the %s of a signed token does not exist', async (_, change) => {
    expectUnauthenticated(await use(await tokenWith(change())), 'Token revoked');
  });

  test('returns 401 when the session belongs to another user', async () => {
    const { sub, role } = decodeJwt(acme.member);
    expectUnauthenticated(await use(await tokenWith({ sub, role })), 'Token revoked');
    expect((await use(acme.admin)).status).toBe(200);
  });
});

test('an authenticated endpoint returns 401 before any other error of the request', async () => {
  const answer = await send('PATCH', '/affiliates/nobody?x=1', {
    body: '{',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.json).toEqual(errorBody(401, 'Missing bearer token'));
});
