// Tests error responses for unauthorized, invalid and unroutable requests on every endpoint.
import { describe, expect, test } from 'vitest';
import { acceptsIfMatch } from '#lib/foundation/contract/conventions.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { methodsOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { errorBody, expectError, expectUnauthenticated } from '#test/support/refusals.ts';
import { findsByOwnId, isForCreators, parametersOf, pathOf } from '#test/support/requests.ts';
import { type World, worldOf } from '#test/support/situations.ts';
import { inTurn } from '#test/support/size.ts';
import { routeAt } from './client.ts';
import type { GetSetting } from './setting.ts';

/**
 * The functions share their middleware, and test/architecture/refusals.test.ts sends these requests to each of them, so a run of CI sends
 * them to a third of the deployed ones.
 */
const chosen = inTurn(routes, 1, 3);
const guarded = chosen.filter(({ access }) => access !== 'public');
const ofPlans = guarded.filter(({ access }) => access !== 'public' && access.plan === 'api');
const ofAdmins = guarded.filter(({ access }) => access !== 'public' && !access.roles.includes('member'));
/** The callers of this suite belong to brands. test/functional/creator tests the endpoints of creators. */
const ofBrands = chosen.filter((route) => !isForCreators(route));
/** Mail programs and strangers send any body to these endpoints. */
const acceptsAnyBody = ['mails.unsubscribe', 'connections.receive'];
const writing = ofBrands.filter(({ method, name }) => method !== 'GET' && !acceptsAnyBody.includes(name));
/** An unknown connection has the answer of a wrong signature. */
const withParameters = ofBrands.filter(
  (route) => parametersOf(route).length > 0 && findsByOwnId(route) && route.name !== 'connections.receive',
);
const strict = ofBrands.filter(({ name }) => name !== 'tracking.followLink');
const paths = [...new Set(routes.map(({ path }) => path))];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const unknownField = errorBody(400, 'Invalid request body', expect.any(Array), 'validation_failed');

function describeAccess(getSetting: GetSetting): void {
  test.each(guarded)('$method /v1$path returns 401 without a token', async (route) => {
    const answer = await getSetting().send(route.method, pathOf(route));
    expectUnauthenticated(answer, 'Missing bearer token');
  });

  test.each(guarded)('$method /v1$path returns 401 for an invalid token', async (route) => {
    const answer = await getSetting().send(route.method, pathOf(route), { token: 'nonsense' });
    expectUnauthenticated(answer, 'Invalid token');
  });

  test.each(ofPlans)('$method /v1$path returns 403 on the Starter plan', async (route) => {
    const { send, starter } = getSetting();
    const answer = await send(route.method, pathOf(route), { token: starter.admin });
    expectError(answer, errorBody(403, 'API access requires the Growth or Scale plan'));
  });

  test.each(ofAdmins)('$method /v1$path returns 403 to a member', async (route) => {
    const { send, own } = getSetting();
    const answer = await send(route.method, pathOf(route), { token: own.member });
    expectError(answer, errorBody(403, 'Your role does not allow this action'));
  });
}

function describeInput(getSetting: GetSetting): void {
  test.each(strict)('$method /v1$path returns 400 for an unknown query parameter', async (route) => {
    const { send, own } = getSetting();
    const query = route.path === '/mails/unsubscribe' ? 'token=unknown&nonsense=1' : 'nonsense=1';
    const answer = await send(route.method, `${pathOf(route)}?${query}`, { token: own.admin });
    const details = [{ path: 'nonsense', message: 'Unknown query parameter' }];
    expectError(answer, errorBody(400, 'Invalid query parameters', details));
  });

  test.each(writing)('$method /v1$path returns 400 for an unknown field', async (route) => {
    const { send, own } = getSetting();
    const known = route.name === 'payoutDetails.set' ? { type: 'paypal' } : {};
    const body = { ...known, nonsense: 1 };
    const answer = await send(route.method, pathOf(route), { token: own.admin, body });
    expectError(answer, unknownField);
    expect(answer.json.details).toContainEqual({ path: 'nonsense', message: 'Unknown field' });
  });

  test.each(writing)('$method /v1$path returns 415 for a form body', async (route) => {
    const { send, own } = getSetting();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send(route.method, pathOf(route), { token: own.admin, body: 'name=Ada', headers });
    expect(answer.status, answer.text).toBe(415);
  });

  test('POST /v1/campaigns returns 413 for a body over 256 KiB', async () => {
    const { send, own } = getSetting();
    const body = { name: 'x'.repeat(300_000) };
    const answer = await send('POST', '/campaigns', { token: own.admin, body });
    expectError(answer, errorBody(413, 'The body must be at most 262144 bytes'));
  });

  test.each(withParameters)('$method /v1$path returns 404 for an unknown id', async (route) => {
    const { send, world } = getSetting();
    const body = await bodyOf(route, world);
    const answer = await send(route.method, pathOf(route), { token: world.token, ...body });
    expectError(answer, errorBody(404, expect.stringMatching(/ not found$/)));
  });
}

function describeVersions(getSetting: GetSetting): void {
  test.each(chosen.filter(acceptsIfMatch))(
    '$method /v1$path returns 412 for another version',
    async (route) => {
      const { send, by, own } = getSetting();
      const { admin: token, brandId, users } = own;
      // A request that changes nothing accepts any version, and other tests have changed the shared world.
      const world = await worldOf({ by, account: users.admin, token, brandId });
      const { path, status: _, ...sent } = await plainSuccessOf(route.name)(world);
      const headers = { ...sent.headers, 'if-match': '"another"' };
      const answer = await send(route.method, path, { token, ...sent, headers });
      expectError(answer, errorBody(412, expect.any(String), answer.json.details, 'version_mismatch'));
      // A creator that the request would create has no version.
      expect(answer.json.details?.[0].values[0]).toBe(answer.headers.etag);
    },
  );
}

/** Returns a valid body, so that only the id of the request is wrong. */
async function bodyOf(route: Route, world: World) {
  if (route.body === undefined) return {};
  const { body } = await plainSuccessOf(route.name)(world);
  return { body };
}

function describeRouting(getSetting: GetSetting): void {
  const rejected = paths.flatMap((path) => {
    const route = routes.find((candidate) => candidate.path === path);
    const url = route === undefined ? path : pathOf(route);
    const unknown = methods.filter((method) => routeAt(method, url) === undefined);
    return unknown.map((method): [string, string, string] => [method, path, url]);
  });

  test.each(inTurn(rejected, 1, 3))(
    '%s /v1%s returns 405 and lists the allowed methods',
    async (method, path, url) => {
      const answer = await getSetting().send(method, url);
      expect(answer.status, answer.text).toBe(405);
      const allowed = routes.filter((route) => route.path === path).flatMap(methodsOf);
      expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining([...allowed, 'OPTIONS']));
    },
  );

  test.each(inTurn(paths, 1, 3))(
    'OPTIONS /v1%s returns 204 with `allow` and no CORS headers',
    async (path) => {
      const { send, stage } = getSetting();
      const headers = { origin: 'https://acme.test', 'access-control-request-method': 'GET' };
      const answer = await send('OPTIONS', path.replaceAll(/[{}]/g, ''), { headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      if (stage.differs('preflight')) {
        expect(answer.status, answer.text).toBe(403);
        return;
      }
      const allowed = routes.filter((route) => route.path === path).flatMap(methodsOf);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining([...allowed, 'OPTIONS']));
    },
  );

  test.each(['/nothing', '/affiliates/', '/affiliates/a/b', '/v1/health', '//affiliates'])(
    'the unknown path /v1%s returns 404',
    async (path) => {
      const { send, own } = getSetting();
      for (const method of methods) {
        const answer = await send(method, path, { token: own.admin });
        if (method === 'HEAD') {
          expect(answer.status).toBe(404);
          continue;
        }
        expectError(answer, errorBody(404, 'No such endpoint: see GET /v1/openapi.json'));
      }
    },
  );
}

export function describeRefusals(getSetting: GetSetting): void {
  describe('access control', () => describeAccess(getSetting));
  describe('input validation', () => describeInput(getSetting));
  describe('versions', () => describeVersions(getSetting));
  describe('routing', () => describeRouting(getSetting));
}
