// What the contract says that an endpoint refuses, asked of every endpoint.
import { describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodsOf } from '#lib/contract/route.ts';
import { expectRefusal, expectUnauthenticated, refusal } from '#test/support/refusals.ts';
import { parametersOf, pathOf } from '#test/support/requests.ts';
import { situations } from '#test/support/situations.ts';
import { routeAt } from './client.ts';
import type { Given } from './setting.ts';

const guarded = routes.filter(({ access }) => access !== 'public');
const ofPlans = guarded.filter(({ access }) => access !== 'public' && access.plan === 'api');
const ofAdmins = guarded.filter(({ access }) => access !== 'public' && !access.roles.includes('member'));
const writing = routes.filter(({ method }) => method !== 'GET');
const withParameters = routes.filter((route) => parametersOf(route).length > 0);
const strict = routes.filter(({ name }) => name !== 'tracking.followLink');
const paths = [...new Set(routes.map(({ path }) => path))];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const unknownField = refusal(400, 'Invalid request body', expect.any(Array));

function describeAccess(given: Given): void {
  test.each(guarded)('$method $path without a token is 401', async (route) => {
    const answer = await given().send(route.method, pathOf(route));
    expectUnauthenticated(answer, 'Missing bearer token');
  });

  test.each(guarded)('$method $path with a token that is none is 401', async (route) => {
    const answer = await given().send(route.method, pathOf(route), { token: 'nonsense' });
    expectUnauthenticated(answer, 'Invalid token');
  });

  test.each(ofPlans)('$method $path on the plan Starter is 403', async (route) => {
    const { send, starter } = given();
    const answer = await send(route.method, pathOf(route), { token: starter.admin });
    expectRefusal(answer, refusal(403, 'API access requires the Growth or Scale plan'));
  });

  test.each(ofAdmins)('$method $path by a member is 403', async (route) => {
    const { send, own } = given();
    const answer = await send(route.method, pathOf(route), { token: own.member });
    expectRefusal(answer, refusal(403, 'Your role does not allow this action'));
  });
}

function describeInput(given: Given): void {
  test.each(strict)('$method $path with an unknown query parameter is 400', async (route) => {
    const { send, own } = given();
    const answer = await send(route.method, `${pathOf(route)}?nonsense=1`, { token: own.admin });
    const details = [{ path: 'nonsense', message: 'Unknown query parameter' }];
    expectRefusal(answer, refusal(400, 'Invalid query parameters', details));
  });

  test.each(writing)('$method $path with an unknown field is 400', async (route) => {
    const { send, own } = given();
    const answer = await send(route.method, pathOf(route), { token: own.admin, body: { nonsense: 1 } });
    expectRefusal(answer, unknownField);
    expect(answer.json.details).toContainEqual({ path: 'nonsense', message: 'Unknown field' });
  });

  test.each(writing)('$method $path with a form is 415', async (route) => {
    const { send, own } = given();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send(route.method, pathOf(route), { token: own.admin, body: 'name=Ada', headers });
    expect(answer.status, answer.text).toBe(415);
  });

  test('a body over 256 KiB is 413', async () => {
    const { send, own } = given();
    const body = { name: 'x'.repeat(300_000) };
    const answer = await send('POST', '/campaigns', { token: own.admin, body });
    expectRefusal(answer, refusal(413, 'The body must be at most 262144 bytes'));
  });

  test.each(withParameters)('$method $path of what does not exist is 404', async (route) => {
    const { send, world } = given();
    const [situation] = Object.values(situations[route.name] ?? {});
    const body = await bodyOf(route, situation, world);
    const answer = await send(route.method, pathOf(route), { token: world.token, ...body });
    expectRefusal(answer, refusal(404, expect.stringMatching(/ not found$/)));
  });
}

/** A body that is as it should be, so that nothing but the id is wrong. */
async function bodyOf(
  route: Route,
  situation: (typeof situations)[string][string] | undefined,
  world: Parameters<NonNullable<typeof situation>>[0],
) {
  if (route.body === undefined || situation === undefined) return {};
  const { body } = await situation(world);
  return { body };
}

function describeRouting(given: Given): void {
  const refused = paths.flatMap((path) => {
    const route = routes.find((candidate) => candidate.path === path);
    const asked = route === undefined ? path : pathOf(route);
    const unknown = methods.filter((method) => routeAt(method, asked) === undefined);
    return unknown.map((method): [string, string, string] => [method, path, asked]);
  });

  test.each(refused)('%s %s is 405, and says what is allowed', async (method, path, asked) => {
    const answer = await given().send(method, asked);
    expect(answer.status, answer.text).toBe(405);
    const allowed = routes.filter((route) => route.path === path).flatMap(methodsOf);
    expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining(allowed));
  });

  test.each(paths)('OPTIONS %s is no preflight: no browser calls this API', async (path) => {
    const { send, stage } = given();
    const headers = { origin: 'https://acme.test', 'access-control-request-method': 'GET' };
    const answer = await send('OPTIONS', path.replaceAll(/[{}]/g, ''), { headers });
    expect(answer.status, answer.text).toBe(stage.differs('preflight') ? 403 : 405);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test.each(['/', '/nothing', '/affiliates/', '/affiliates/a/b', '/v1/health', '//affiliates'])(
    '%s is 404',
    async (path) => {
      const { send, own } = given();
      for (const method of ['GET', 'POST']) {
        const answer = await send(method, path, { token: own.admin });
        expectRefusal(answer, refusal(404, 'No such endpoint: see GET /v1/openapi.json'));
      }
    },
  );
}

export function describeRefusals(given: Given): void {
  describe('who may not call is refused', () => describeAccess(given));
  describe('what cannot be is refused', () => describeInput(given));
  describe('where there is nothing is refused', () => describeRouting(given));
}
