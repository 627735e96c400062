// Tests every endpoint of the contract with every kind of invalid request.
// Each request also contains the errors that are checked later, so the tests cover the order of the checks.
import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crc32 } from '#lib/access/api-keys/rules/crc32.ts';
import { newKeyMaterial, privateKeyOf, publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { setRequestLimit, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { methodsOf } from '#lib/foundation/contract/route.ts';
import { includesScope, scopeAreas, scopes } from '#lib/foundation/contract/scope.ts';
import { now, useClock } from '#lib/foundation/shared/clock.ts';
import { encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { documentedPathOf, openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createApiKey } from '#test/support/creations.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { isForCreators, parametersOf, pathOf } from '#test/support/requests.ts';
import { type Answer, createBrand, newToken, type RequestOptions, send } from '#test/support/service.ts';
import { readKeys } from '#test/support/signing-keys.ts';
import { hasTurn, inTurn } from '#test/support/size.ts';

/** All endpoints share their middleware, so `npm test` sends these requests to an eighth of them, and `npm run test:all` to half. */
const chosenRoutes = inTurn(
  routes.filter((route) => !isForCreators(route)),
  8,
  2,
);
/** The callers of a brand are refused by the endpoints of creators: test/functional/creator/isolation.test.ts. */
const authenticated = inTurn(
  routes.filter(({ access }) => access !== 'public'),
  8,
  2,
);
const guarded = chosenRoutes.filter(({ access }) => access !== 'public');
const isLink = ({ name }: Route): boolean => name === 'tracking.followLink';
const strict = chosenRoutes.filter((route) => !isLink(route));
/** Mail programs and strangers send any body to these endpoints. A message of a shop is not parsed before its signature is verified. */
const ignoresBody = ({ name }: Route): boolean =>
  name === 'mails.unsubscribe' || name === 'connections.receive';
const writing = chosenRoutes.filter((route) => route.method !== 'GET' && !ignoresBody(route));

/** The access rules, stated independently of the contract that is under test. */
const needsApiPlan = ({ name }: Route): boolean =>
  !/^(auth|secondFactor|audit|exports)\.|^(users|apiKeys)\.list$|^(users|apiKeys|webhooks|connections)\.delete$|^users\.me$|\.(erase|getErasure)/.test(
    name,
  );

/** Nothing may stand in the way of a person who takes access away, protects the account or erases personal data. */
const ignoresRequestLimit = ({ method, path }: Route): boolean =>
  (method === 'DELETE' &&
    /^\/(api-keys|users|webhook-endpoints|connections|customers)\/|\/personal-data$/.test(path)) ||
  (method === 'POST' && /^\/auth\/(logout|password|second-factor.*)$/.test(path));
/**
 * Bulk invitations and imports are for admins, because a brand can reserve the rates in them for admins. Personal data, payout files,
 * statements of payments and changes of payment details are for admins. A member opens and withdraws disputes for creators, and an
 * admin decides about them.
 */
const isForMembers = ({ method, path }: Route): boolean =>
  path !== '/affiliates/bulk' &&
  !/personal-data|^\/payouts\/{id}\/files\/|^\/reports\/payments/.test(path) &&
  ((method === 'GET' && !/^\/(api-keys|exports|imports|events|audit|webhook-endpoints)/.test(path)) ||
    /^\/(affiliates|affiliate-groups|campaigns|auth|simulations|mcp)(\/|$)(?!.*payout-details)/.test(path) ||
    /^\/disputes(\/{id}\/withdraw)?$/.test(path));

const planRefusal = errorBody(403, 'API access requires the Growth or Scale plan');
const canceledRefusal = errorBody(403, 'The subscription is canceled, and API access requires an active one');
const roleRefusal = errorBody(403, 'Your role does not allow this action');
const inputRefusal = errorBody(400, 'Invalid query parameters', [
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

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

const sendInvalid = (route: Route, sent: RequestOptions = {}): Promise<Answer> =>
  send(route.method, `${pathOf(route)}?nonsense=1`, { body: { nonsense: 1 }, ...sent });

const documented = openApiDocument(routes) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

/** Expects the error response, and that the OpenAPI document lists its status for the endpoint. */
function expectRefused(route: Route, answer: Answer, body: ReturnType<typeof errorBody>): void {
  expectError(answer, body);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  const operation = documented.paths[documentedPathOf(route)]?.[route.method.toLowerCase()];
  expect(Object.keys(operation?.responses ?? {})).toContain(String(body.statusCode));
}

afterEach(() => useClock());

/** `npm test` sends one of `share` values to each route, and `npm run test:all` half of them. */
const chosenFor = <Value>(route: Route, values: readonly Value[], share: number): readonly Value[] =>
  values.filter((_, position) => hasTurn(position + chosenRoutes.indexOf(route), share, 2));

interface InvalidCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
  readonly secondsLater?: number;
}

async function expectUnauthenticated(route: Route, credentials: readonly InvalidCredential[]): Promise<void> {
  const start = now().getTime();
  for (const { headers, message, secondsLater = 0 } of chosenFor(route, credentials, 3)) {
    const later = new Date(start + secondsLater * 1000);
    useClock({ now: () => later });
    const answer = await sendInvalid(route, { headers });
    expectRefused(route, answer, errorBody(401, message));
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
}

describe('authentication', async () => {
  const { brand } = starter;
  const tokenOfMember = async () => (await newToken(brand.id, 'member')).token;
  const token = await tokenOfMember();
  const [key] = await readKeys();
  if (key === undefined) throw new Error('There is no signing key');
  const payload = decodeJwt(token);
  const { kid = '' } = decodeProtectedHeader(token);
  const signed = (alg: string, secret: KeyObject | Uint8Array) =>
    new SignJWT(payload).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(secret);
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  const loggedOut = (await newToken(growth.brand.id, 'member')).token;
  await send('POST', '/auth/logout', { token: loggedOut });
  const refreshed = await tokenOfMember();
  await send('POST', '/auth/refresh', { token: refreshed });
  const removed = await newToken(brand.id, 'member');
  await transact([{ kind: 'delete', key: keys.item(brand.id, 'user', removed.userId) }]);

  const otherKey = await signed('Ed25519', privateKeyOf(newKeyMaterial()));
  const publicKeyAsSecret = await signed('HS256', Buffer.from(publishedKeyOf(key).publicKey, 'base64url'));
  const unsigned = `${encoded({ alg: 'none', typ: 'JWT', kid })}.${encoded(payload)}.`;
  const credentials: readonly InvalidCredential[] = [
    { headers: {}, message: 'Missing bearer token' },
    { headers: { authorization: `Basic ${token}` }, message: 'Missing bearer token' },
    { headers: bearer('nonsense'), message: 'Invalid token' },
    { headers: bearer(otherKey), message: 'Invalid token' },
    { headers: bearer(publicKeyAsSecret), message: 'Invalid token' },
    { headers: bearer(unsigned), message: 'Invalid token' },
    { headers: bearer(token), secondsLater: 86_400, message: 'Token expired' },
    { headers: bearer(loggedOut), message: 'Token revoked' },
    { headers: bearer(refreshed), secondsLater: 60, message: 'Token revoked' },
    { headers: bearer(removed.token), message: 'Token revoked' },
  ];

  test.each(authenticated)(
    '$method /v1$path returns 401 to a missing, forged, expired or revoked token before any other error',
    (route) => expectUnauthenticated(route, credentials),
  );

  test('the token is checked before the body is read', async () => {
    const body = `"${'x'.repeat(300_000)}`;
    for (const route of guarded.filter(({ method }) => method !== 'GET')) {
      expectRefused(route, await sendInvalid(route, { body }), errorBody(401, 'Missing bearer token'));
    }
  });
});

describe('API keys', async () => {
  const { admin } = growth;
  const foreign = await createApiKey(scale.admin);
  const [valid, revoked, expiring, elsewhere] = await Promise.all([
    createApiKey(admin),
    createApiKey(admin),
    createApiKey(admin, { expiresAt: new Date(now().getTime() + 3_600_000).toISOString() }),
    createApiKey(admin, { allowedIps: ['198.51.100.0/24'] }),
  ]);
  await send('DELETE', `/api-keys/${revoked.id}`, { token: admin });
  /** A key of one brand with the secret of another brand, and a correct checksum. */
  const mixed = (() => {
    const text = `${valid.key.slice(0, 60)}${foreign.key.slice(60, 92)}`;
    return `${text}${encodeNumber(crc32(text), 7)}`;
  })();
  const mistyped = 'Invalid API key: check that it was copied completely';
  const unknown = 'Unknown or revoked API key';
  const credentials: readonly InvalidCredential[] = [
    { headers: bearer(`${valid.key.slice(0, -1)}U`), message: mistyped },
    { headers: bearer(valid.key.slice(0, 50)), message: mistyped },
    { headers: bearer(mixed), message: unknown },
    { headers: bearer(revoked.key), message: unknown },
    { headers: bearer(expiring.key), message: 'API key expired', secondsLater: 3600 },
  ];

  test.each(authenticated)(
    '$method /v1$path returns 401 to a mistyped, unknown, revoked or expired API key before any other error',
    (route) => expectUnauthenticated(route, credentials),
  );

  test.each(guarded)('$method /v1$path returns 403 to a key from another IP address', async (route) => {
    const message = 'The API key cannot be used from this IP address';
    const answer = await sendInvalid(route, { token: elsewhere.key });
    expectRefused(route, answer, errorBody(403, message, undefined, 'ip_not_allowed'));
  });

  const ofServers = guarded.filter(({ scope }) => scope !== undefined);
  const ofPeople = guarded.filter(({ scope }) => scope === undefined);

  test.each(ofServers)('$method /v1$path accepts a key with its scope only', async (route) => {
    const { scope = 'keys:read' } = route;
    if (scope === 'any') {
      const key = await apiKeyWith(['reports:read']);
      expectRefused(route, await sendInvalid(route, { token: key }), inputRefusal);
      return;
    }
    const others = scopes.filter((other) => !includesScope([other], scope));
    const key = await apiKeyWith(others, growth.admin);
    const refusal = errorBody(403, `The API key needs the scope \`${scope}\``, undefined, 'scope_missing');
    expectRefused(route, await sendInvalid(route, { token: key }), refusal);
    const granted = [scope, ...(route.contentScopes ?? [])];
    expectRefused(route, await sendInvalid(route, { token: await apiKeyWith(granted) }), inputRefusal);
    expectRefused(route, await sendInvalid(route, { token: valid.key }), inputRefusal);
  });

  const created = new Map<string, Promise<{ key: string }>>();
  /** The keys without a scope belong to another brand, because a brand can have 50 keys. */
  async function apiKeyWith(granted: readonly string[], admin = scale.admin): Promise<string> {
    const name = granted.join();
    const made = created.get(name) ?? createApiKey(admin, { scopes: granted });
    created.set(name, made);
    return (await made).key;
  }

  test.each(ofPeople)('$method /v1$path returns 403 to every API key', async (route) => {
    const message = 'API keys cannot call this endpoint. Log in, and send the access token';
    const answer = await sendInvalid(route, { token: valid.key });
    expectRefused(route, answer, errorBody(403, message, undefined, 'session_required'));
  });
});

describe('the plan check', () => {
  test.each(guarded.filter(needsApiPlan))(
    '$method /v1$path returns 403 to Starter and canceled plans before role and input errors',
    async (route) => {
      const refusals = [starter, canceled].flatMap(({ admin, member }, index) =>
        [admin, member].map((token) => ({ token, refusal: index === 0 ? planRefusal : canceledRefusal })),
      );
      for (const { token, refusal } of chosenFor(route, refusals, 2)) {
        expectRefused(route, await sendInvalid(route, { token }), refusal);
      }
    },
  );

  test.each(guarded.filter((route) => !needsApiPlan(route)))(
    '$method /v1$path accepts Starter and canceled plans and returns the input error',
    async (route) => {
      for (const { member, admin } of [starter, canceled]) {
        const token = isForMembers(route) ? member : admin;
        expectRefused(route, await sendInvalid(route, { token }), inputRefusal);
      }
    },
  );

  test.each(guarded)(
    '$method /v1$path accepts Growth, Scale and past-due plans and returns the input error',
    async (route) => {
      for (const { admin } of chosenFor(route, [growth, scale, pastDue], 3)) {
        expectRefused(route, await sendInvalid(route, { token: admin }), inputRefusal);
      }
    },
  );
});

/** Stated independently of the contract. */
const allowsMissingSecondFactor = ({ name }: Route): boolean =>
  /^(auth|secondFactor)\.|^users\.me$/.test(name);
const isOfAccount = ({ path }: Route): boolean =>
  /^\/(api-keys|users|brand$|brand\/(logo|link-domain)|audit|auth\/(password|second-factor))(\/|$)/.test(
    path,
  );

interface Policy {
  readonly credentials: Readonly<Record<'live' | 'test', string>>;
  /** Undefined if the policy does not concern the endpoint. */
  readonly refusal: ReturnType<typeof errorBody> | undefined;
  readonly body?: object;
}

/** Returns the policies of an endpoint. `prepare` runs before the settings of each brand change. */
async function createPolicies(prepare: (token: string) => Promise<unknown>) {
  const [ended, insecure, strictRates, open] = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const created = await createBrand('scale');
      await prepare(created.admin);
      return created;
    }),
  );
  if (!ended || !insecure || !strictRates || !open) throw new Error('A brand is missing');
  await setSubscriptionStatus(ended.brand.id, 'canceled');
  for (const [{ admin: token }, body] of [
    [insecure, { requireSecondFactor: true }],
    [strictRates, { ratesByAdminsOnly: true }],
  ] as const) {
    expect((await send('PATCH', '/brand', { token, body })).status).toBe(200);
  }
  const createPair = async (settings: object) => ({
    live: (await createApiKey(open.admin, { ...settings, mode: 'live' })).key,
    test: (await createApiKey(open.admin, { ...settings, mode: 'test' })).key,
  });
  const elsewhere = await createPair({ allowedIps: ['198.51.100.0/24'] });
  const keysWithout = new Map<string, Policy['credentials']>();
  for (const area of scopeAreas) {
    const others = scopes.filter((scope) => !scope.startsWith(`${area}:`));
    keysWithout.set(area, await createPair({ scopes: others }));
  }
  const ofSession = (token: string) => ({ live: token, test: token });
  const missingFactor = 'Your brand requires a second factor: turn it on with `POST /auth/second-factor`';
  const people = 'API keys cannot call this endpoint. Log in, and send the access token';

  const policiesOf = (route: Route): readonly Policy[] => {
    const { scope, rateFields = [] } = route;
    const [area = 'keys'] = scope?.split(':') ?? [];
    const scopeRefusal =
      scope === undefined
        ? errorBody(403, people, undefined, 'session_required')
        : errorBody(403, `The API key needs the scope \`${scope}\``, undefined, 'scope_missing');
    const rates = expect.stringContaining('Only an admin of this brand can change');
    const details = rateFields.map((path) => ({ path, message: rates }));
    return [
      { credentials: ofSession(ended.admin), refusal: needsApiPlan(route) ? canceledRefusal : undefined },
      {
        credentials: ofSession(insecure.admin),
        refusal: allowsMissingSecondFactor(route)
          ? undefined
          : errorBody(403, missingFactor, undefined, 'second_factor_missing'),
      },
      { credentials: ofSession(open.member), refusal: isForMembers(route) ? undefined : roleRefusal },
      {
        credentials: ofSession(strictRates.member),
        refusal:
          isForMembers(route) && rateFields.length > 0
            ? errorBody(403, rates, details, 'rate_for_admins_only')
            : undefined,
        body: Object.fromEntries(rateFields.map((field) => [field, { type: 'percentage', value: 9 }])),
      },
      {
        credentials: keysWithout.get(area) ?? elsewhere,
        refusal: scope === 'any' ? undefined : scopeRefusal,
      },
      {
        credentials: elsewhere,
        refusal: errorBody(
          403,
          'The API key cannot be used from this IP address',
          undefined,
          'ip_not_allowed',
        ),
      },
    ];
  };
  return { policiesOf, brandIds: [ended, insecure, strictRates, open].map(({ brand }) => brand.id) };
}

/** Sends a request of both modes for each policy that concerns the endpoint. */
async function expectPolicies(route: Route, policies: readonly Policy[]): Promise<void> {
  for (const { credentials, refusal, body } of chosenFor(route, policies, 1)) {
    if (refusal === undefined) continue;
    for (const mode of ['live', 'test'] as const) {
      const token = credentials[mode];
      const headers: Record<string, string> = token.startsWith('sk_') ? {} : { 'x-mode': mode };
      const answer = await sendInvalid(route, { token, headers, ...(body && { body }) });
      expectRefused(route, answer, refusal);
    }
  }
}

describe('test mode', async () => {
  const withTwins = await createPolicies((token) =>
    send('POST', '/test/reset', { token, headers: { 'x-mode': 'test' } }),
  );
  const withoutTwins = await createPolicies(async () => {});
  const tester = await createApiKey(growth.admin, { mode: 'test' });

  test.each(guarded)(
    '$method /v1$path refuses in test mode what the policies of the account refuse in live mode',
    (route) => expectPolicies(route, withTwins.policiesOf(route)),
  );

  test('a refused request creates no test twin', async () => {
    for (const route of guarded) await expectPolicies(route, withoutTwins.policiesOf(route));
    const headers = { 'x-mode': 'test' };
    for (const route of guarded) {
      const answer = await sendInvalid(route, { token: pastDue.admin, headers });
      expect([route.name, answer.status]).toEqual([route.name, 400]);
    }
    const ids = [...withoutTwins.brandIds, pastDue.brand.id].map((id) => twinIdOf(id, 0));
    expect(await getItems(ids.map(keys.brand))).toEqual(ids.map(() => undefined));
  });

  test.each(guarded.filter(isOfAccount))(
    '$method /v1$path belongs to the account and returns 400 in test mode before other input errors',
    async (route) => {
      const refuse = (message: string, details?: Parameters<typeof errorBody>[2]) =>
        errorBody(400, message, details, 'test_mode_unavailable');
      const answer = await sendInvalid(route, { token: growth.admin, headers: { 'x-mode': 'test' } });
      const message = 'This endpoint has no test mode: send the request without the header `x-mode`';
      expectRefused(
        route,
        answer,
        refuse(message, [{ path: 'x-mode', message: 'Must be `live` or absent' }]),
      );
      if (route.scope === undefined) return;
      const ofKey = 'This endpoint has no test mode: use a live API key, or an access token';
      expectRefused(route, await sendInvalid(route, { token: tester.key }), refuse(ofKey));
    },
  );

  test.each(guarded.filter((route) => !isOfAccount(route)))(
    '$method /v1$path accepts the header for test mode and returns the input error',
    async (route) => {
      const answer = await sendInvalid(route, { token: growth.admin, headers: { 'x-mode': 'test' } });
      expectRefused(route, answer, inputRefusal);
    },
  );
});

describe('the request limit', async () => {
  const { brand, admin } = await createBrand('scale');
  const tester = await createApiKey(admin, { mode: 'test' });
  const user = await createApiKey(admin);
  await setRequestLimit(brand.id, 1);
  const frozen = now();

  beforeEach(() => {
    Object.assign(environment, { REQUEST_LIMITS: 'on' });
    useClock({ now: () => frozen });
  });

  afterEach(() => {
    Object.assign(environment, { REQUEST_LIMITS: 'off' });
  });

  test.each(guarded)(
    '$method /v1$path is refused beyond the limit in both modes, unless it takes access or data away',
    async (route) => {
      const inTestMode = { 'x-mode': 'test' };
      for (const headers of [{}, inTestMode]) await send('GET', '/campaigns', { token: admin, headers });
      const answers = [
        await sendInvalid(route, { token: admin }),
        await sendInvalid(route, { token: admin, headers: inTestMode }),
        await sendInvalid(route, { token: route.scope === undefined ? admin : user.key }),
        await sendInvalid(route, { token: route.scope === undefined ? admin : tester.key }),
      ];
      const status = ignoresRequestLimit(route) ? 400 : 429;
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    },
  );
});

describe('the role check', () => {
  test.each(guarded.filter((route) => !isForMembers(route)))(
    '$method /v1$path returns 403 to a member before input errors',
    async (route) => {
      expectRefused(route, await sendInvalid(route, { token: growth.member }), roleRefusal);
    },
  );

  test.each(guarded.filter(isForMembers))(
    '$method /v1$path accepts a member and returns the input error',
    async (route) => {
      expectRefused(route, await sendInvalid(route, { token: growth.member }), inputRefusal);
    },
  );
});

describe('input validation before any lookup', () => {
  const token = growth.admin;
  const malformedIds = Object.fromEntries(['id', 'affiliateId', 'code'].map((name) => [name, 'nope']));

  test.each(strict)('$method /v1$path rejects an unknown query parameter', async (route) => {
    const query = route.path === '/mails/unsubscribe' ? 'token=unknown&nonsense=1' : 'nonsense=1';
    expectRefused(route, await send(route.method, `${pathOf(route)}?${query}`, { token }), inputRefusal);
  });

  test.each(strict.filter((route) => parametersOf(route).length > 0))(
    '$method /v1$path rejects an unknown query parameter before a malformed id',
    async (route) => {
      const path = `${pathOf(route, malformedIds)}?nonsense=1`;
      expectRefused(route, await send(route.method, path, { token }), inputRefusal);
    },
  );

  test.each(writing)('$method /v1$path rejects an unknown field', async (route) => {
    const known = route.name === 'payoutDetails.set' ? { type: 'paypal' } : {};
    const answer = await send(route.method, pathOf(route), { token, body: { ...known, nonsense: 1 } });
    const { details } = answer.json;
    expectRefused(route, answer, errorBody(400, 'Invalid request body', details));
    expect(details).toContainEqual({ path: 'nonsense', message: 'Unknown field' });
  });

  test.each(writing)('$method /v1$path rejects a body that is not JSON', async (route) => {
    for (const body of chosenFor(route, ['{"name":', 'name=Ada', ' ', '[1', '{"a":1}{'], 5)) {
      const answer = await send(route.method, pathOf(route), { token, body });
      const details = [{ path: '', message: 'Must be valid JSON' }];
      expectRefused(route, answer, errorBody(400, 'The body is not valid JSON', details));
    }
  });

  test.each(writing)('$method /v1$path rejects JSON that is not an object', async (route) => {
    for (const body of chosenFor(route, ['null', '[]', '"text"', '1', 'true'], 5)) {
      const answer = await send(route.method, pathOf(route), { token, body });
      expectRefused(route, answer, errorBody(400, 'Invalid request body', answer.json.details));
    }
  });

  test.each(writing)('$method /v1$path rejects a content type other than JSON', async (route) => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', ''];
    for (const type of chosenFor(route, types, 4)) {
      const headers = { 'content-type': type };
      const answer = await send(route.method, pathOf(route), { token, body: '{}', headers });
      expectRefused(route, answer, errorBody(415, 'Send the header content-type: application/json'));
    }
  });

  test.each(inTurn(writing, 2, 6))('$method /v1$path rejects a body over its limit', async (route) => {
    const { maxBodyBytes: limit = 262_144 } = route;
    const bodyOf = (bytes: number) => `{"nonsense":"${'é'.repeat((bytes - 16) / 2)}" }`;
    expect(Buffer.byteLength(bodyOf(limit))).toBe(limit);
    const ask = (bytes: number) => send(route.method, pathOf(route), { token, body: bodyOf(bytes) });
    expectRefused(route, await ask(limit + 2), errorBody(413, `The body must be at most ${limit} bytes`));
    expect((await ask(limit)).status).toBe(400);
  });
});

describe('an unsupported method', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
  const preflight = { origin: 'https://acme.test', 'access-control-request-method': 'GET' };
  const urls = [...new Set(routes.map(({ path }) => path))].map((path) => {
    const route = routes.find((candidate) => candidate.path === path);
    if (route === undefined) throw new Error('A path without a route');
    const url = pathOf(route);
    // A pattern can match the path too: GET /affiliates/invite matches GET /affiliates/{id}.
    const supported = routes.filter((candidate) => matches(candidate, url)).flatMap(methodsOf);
    return { path, url, supported, allow: [...new Set([...supported, 'OPTIONS'])].toSorted() };
  });

  const chosenUrls = inTurn(urls, 3, 1);

  test.each(chosenUrls)(
    '/v1$path returns 405 with the complete `allow` to every unsupported method',
    async (of) => {
      for (const method of methods.filter((name) => !of.allow.includes(name))) {
        const answer = await send(method, of.url, { headers: preflight });
        expectError(answer, errorBody(405, `This path accepts only ${answer.headers.allow}`));
        expect(answer.headers.allow?.split(', ').toSorted()).toEqual(of.allow);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  test.each(chosenUrls)(
    'OPTIONS /v1$path returns 204 with the complete `allow`, without a token',
    async (of) => {
      const answer = await send('OPTIONS', of.url, { headers: preflight });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.allow?.split(', ').toSorted()).toEqual(of.allow);
      expect(answer.headers['x-request-id']).toMatch(/\S/);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  test('HEAD is in `allow` of the tracking link, and only there', () => {
    const withHead = urls.filter(({ allow }) => allow.includes('HEAD')).map(({ path }) => path);
    expect(withHead).toEqual(['/tracking/ref/{code}']);
  });
});

const matches = ({ path }: Route, asked: string): boolean =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked);

test.each([
  '/affiliates/',
  '/affiliate',

  '/affiliates/a/b',
  '//affiliates',
  '/auth/brand',
  '/v1/health',
  '/affiliates/%zz',
  '/affiliates/%ff',
])('the unknown path /v1%s returns 404 for every method', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const answer = await send(method, path, { token: growth.admin });
    expectError(answer, errorBody(404, 'No such endpoint: see GET /v1/openapi.json'));
  }
});
