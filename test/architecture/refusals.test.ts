// The refusal matrix, made from the contract: every endpoint × what can be wrong with a request, and which comes first.
// Each request has everything else wrong, too, that is looked at later: so it also shows the order of the checks.
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { openApiDocument } from '#lib/api/openapi.ts';
import { routes } from '#lib/api/routes.ts';
import { signingKeys } from '#lib/auth/store/signing-keys.ts';
import { setSubscriptionStatus } from '#lib/brands/store/brands.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodsOf } from '#lib/contract/route.ts';
import { now, useClock } from '#lib/shared/clock.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { parametersOf, pathOf } from '#test/support/requests.ts';
import { type Answer, createBrand, newToken, type Sent, send } from '#test/support/service.ts';

const guarded = routes.filter(({ access }) => access !== 'public');
const isLink = ({ name }: Route): boolean => name === 'tracking.followLink';
const strict = routes.filter((route) => !isLink(route));
const writing = routes.filter(({ method }) => method !== 'GET');

/** What the interface says, in other words than the contract: so that the contract is held against something. */
const needsApiPlan = ({ name }: Route): boolean => name !== 'auth.refresh';
const isForMembers = ({ method, path }: Route): boolean =>
  method === 'GET' || /^\/(affiliates|campaigns|auth)(\/|$)/.test(path);

const planRefusal = refusal(403, 'API access requires the Growth or Scale plan');
const roleRefusal = refusal(403, 'Your role does not allow this action');
const inputRefusal = refusal(400, 'Invalid query parameters', [
  { path: 'nonsense', message: 'Unknown query parameter' },
]);

const [starter, growth, scale, canceled, pastDue] = await Promise.all([
  createBrand('starter'),
  createBrand('growth'),
  createBrand('scale'),
  createBrand('growth'),
  createBrand('scale'),
]);
await setSubscriptionStatus(canceled.brand.id, 'canceled');
await setSubscriptionStatus(pastDue.brand.id, 'past_due');

/** A request with an unknown query parameter, an unknown field, and the ids of nothing. */
const askWrongly = (route: Route, sent: Sent = {}): Promise<Answer> =>
  send(route.method, `${pathOf(route)}?nonsense=1`, { body: { nonsense: 1 }, ...sent });

const documented = openApiDocument(routes) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

/** Holds an answer against a refusal, and the document: it must say that the endpoint can answer so. */
function expectRefused(route: Route, answer: Answer, body: ReturnType<typeof refusal>): void {
  expectRefusal(answer, body);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  const operation = documented.paths[route.path]?.[route.method.toLowerCase()];
  expect(Object.keys(operation?.responses ?? {})).toContain(String(body.statusCode));
}

afterEach(() => useClock());

describe('a token', async () => {
  const { brand } = starter;
  const tokenOfMember = async () => (await newToken(brand.id, 'member')).token;
  const token = await tokenOfMember();
  const [key] = await signingKeys();
  if (key === undefined) throw new Error('There is no signing key');
  const payload = decodeJwt(token);
  const { kid = '' } = decodeProtectedHeader(token);
  const signed = (alg: string, secret: Uint8Array) =>
    new SignJWT(payload).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(secret);
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  const loggedOut = (await newToken(growth.brand.id, 'member')).token;
  await send('POST', '/auth/logout', { token: loggedOut });
  const refreshed = await tokenOfMember();
  await send('POST', '/auth/refresh', { token: refreshed });
  const removed = await newToken(brand.id, 'member');
  await transact([{ kind: 'delete', key: keys.item(brand.id, 'user', removed.userId) }]);

  const bearer = (text: string) => `Bearer ${text}`;
  const cases = [
    { what: 'that is missing', header: undefined, message: 'Missing bearer token' },
    { what: 'that is no bearer', header: `Basic ${token}`, message: 'Missing bearer token' },
    { what: 'that is garbage', header: bearer('nonsense'), message: 'Invalid token' },
    {
      what: 'signed with another key',
      header: bearer(await signed('HS256', Buffer.alloc(32, 7))),
      message: 'Invalid token',
    },
    {
      what: 'signed with another algorithm',
      header: bearer(await signed('HS512', key.secret)),
      message: 'Invalid token',
    },
    {
      what: 'that is not signed',
      header: bearer(`${encoded({ alg: 'none', typ: 'JWT', kid })}.${encoded(payload)}.`),
      message: 'Invalid token',
    },
    { what: 'that has expired', header: bearer(token), secondsLater: 86_400, message: 'Token expired' },
    { what: 'that was logged out', header: bearer(loggedOut), message: 'Token revoked' },
    { what: 'that was refreshed', header: bearer(refreshed), message: 'Token revoked' },
    { what: 'whose user is gone', header: bearer(removed.token), message: 'Token revoked' },
  ];

  describe.each(cases)('$what is refused before anything else', ({ header, secondsLater = 0, message }) => {
    test.each(guarded)('$method $path', async (route) => {
      const later = new Date(now().getTime() + secondsLater * 1000);
      useClock({ now: () => later });
      const headers: Record<string, string> = header === undefined ? {} : { authorization: header };
      const answer = await askWrongly(route, { headers });
      expectRefused(route, answer, refusal(401, message));
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
  });

  test('is looked at before the body is read', async () => {
    const body = `"${'x'.repeat(300_000)}`;
    for (const route of guarded.filter(({ method }) => method !== 'GET')) {
      expectRefused(route, await askWrongly(route, { body }), refusal(401, 'Missing bearer token'));
    }
  });
});

describe('a plan', () => {
  const refusedPlans = [
    { plan: 'Starter', tokens: starter },
    { plan: 'a canceled Growth', tokens: canceled },
  ];
  const passingPlans = [
    { plan: 'Growth', tokens: growth },
    { plan: 'Scale', tokens: scale },
    { plan: 'a Scale that is past due', tokens: pastDue },
  ];

  describe.each(refusedPlans)('$plan is refused before the role and the input', ({ tokens }) => {
    test.each(guarded.filter(needsApiPlan))('$method $path', async (route) => {
      for (const token of [tokens.admin, tokens.member]) {
        expectRefused(route, await askWrongly(route, { token }), planRefusal);
      }
    });

    test.each(guarded.filter((route) => !needsApiPlan(route)))('but not by $method $path', async (route) => {
      expectRefused(route, await askWrongly(route, { token: tokens.member }), inputRefusal);
    });
  });

  describe.each(passingPlans)('$plan passes', ({ tokens }) => {
    test.each(guarded)('$method $path', async (route) => {
      expectRefused(route, await askWrongly(route, { token: tokens.admin }), inputRefusal);
    });
  });
});

describe('a member', () => {
  test.each(guarded.filter((route) => !isForMembers(route)))(
    'is refused by $method $path before the input',
    async (route) => {
      expectRefused(route, await askWrongly(route, { token: growth.member }), roleRefusal);
    },
  );

  test.each(guarded.filter(isForMembers))('passes $method $path', async (route) => {
    expectRefused(route, await askWrongly(route, { token: growth.member }), inputRefusal);
  });
});

describe('input that is not as it should be is refused before anything is looked for', () => {
  const token = growth.admin;
  const nothing = Object.fromEntries(['id', 'affiliateId', 'code'].map((name) => [name, 'nope']));

  test.each(strict)('$method $path: an unknown query parameter', async (route) => {
    expectRefused(route, await send(route.method, `${pathOf(route)}?nonsense=1`, { token }), inputRefusal);
  });

  test.each(strict.filter((route) => parametersOf(route).length > 0))(
    '$method $path: an unknown query parameter, and no id at all',
    async (route) => {
      const path = `${pathOf(route, nothing)}?nonsense=1`;
      expectRefused(route, await send(route.method, path, { token }), inputRefusal);
    },
  );

  test.each(writing)('$method $path: an unknown field', async (route) => {
    const answer = await send(route.method, pathOf(route), { token, body: { nonsense: 1 } });
    const { details } = answer.json;
    expectRefused(route, answer, refusal(400, 'Invalid request body', details));
    expect(details).toContainEqual({ path: 'nonsense', message: 'Unknown field' });
  });

  test.each(writing)('$method $path: a body that is not JSON', async (route) => {
    for (const body of ['{"name":', 'name=Ada', ' ', '[1', '{"a":1}{']) {
      const answer = await send(route.method, pathOf(route), { token, body });
      const details = [{ path: '', message: 'Must be valid JSON' }];
      expectRefused(route, answer, refusal(400, 'The body is not valid JSON', details));
    }
  });

  test.each(writing)('$method $path: JSON that is no object', async (route) => {
    for (const body of ['null', '[]', '"text"', '1', 'true']) {
      const answer = await send(route.method, pathOf(route), { token, body });
      expectRefused(route, answer, refusal(400, 'Invalid request body', answer.json.details));
    }
  });

  test.each(writing)('$method $path: another content type', async (route) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '']) {
      const headers = { 'content-type': type };
      const answer = await send(route.method, pathOf(route), { token, body: '{}', headers });
      expectRefused(
        route,
        answer,
        refusal(415, 'Send the body as content-type: application/json, in UTF-8, not compressed'),
      );
    }
  });

  test.each(writing)('$method $path: a body over 256 KiB', async (route) => {
    const limit = 262_144;
    const bodyOf = (bytes: number) => `{"nonsense":"${'é'.repeat((bytes - 16) / 2)}" }`;
    expect(Buffer.byteLength(bodyOf(limit))).toBe(limit);
    const ask = (bytes: number) => send(route.method, pathOf(route), { token, body: bodyOf(bytes) });
    expectRefused(route, await ask(limit + 2), refusal(413, 'The body must be at most 262144 bytes'));
    expect((await ask(limit)).status).toBe(400);
  });
});

describe('a method that a path does not have', () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  test.each(paths)('%s', async (path) => {
    const here = routes.filter((route) => route.path === path);
    const allowed = here.flatMap(methodsOf);
    const [first] = here;
    if (first === undefined) throw new Error('A path without a route');
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      // The path of one thing is also a pattern: /affiliates/invite is a GET of `invite`, which no one has.
      (method) => !routes.some((route) => methodsOf(route).includes(method) && matches(route, pathOf(first))),
    );
    for (const method of others) {
      const headers = { origin: 'https://acme.test', 'access-control-request-method': 'GET' };
      const answer = await send(method, pathOf(first), { headers });
      expectRefusal(answer, refusal(405, expect.stringMatching(/^This path answers .* only$/)));
      expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining([...allowed]));
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

const matches = ({ path }: Route, asked: string): boolean =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked);

test.each([
  '/',
  '/affiliates/',
  '/affiliate',

  '/affiliates/a/b',
  '//affiliates',
  '/auth/brand',
  '/v1/health',
])('a path that there is not: %s', async (path) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await send(method, path, { token: growth.admin });
    expectRefusal(answer, refusal(404, 'No such endpoint: see GET /v1/openapi.json'));
  }
});
