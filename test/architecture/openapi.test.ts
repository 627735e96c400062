// Tests that the served OpenAPI document is valid and covers every endpoint.
// https://spec.openapis.org/oas/v3.1.0
import { describe, expect, test } from 'vitest';
import { acceptsIfMatch } from '#lib/foundation/contract/conventions.ts';
import { csvPathOf } from '#lib/foundation/contract/csv.ts';
import { type Route, routeKeysOf, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { documentedPathOf } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { resolved, withResponses } from '#test/support/api-document.ts';
import type { Json } from '#test/support/json.ts';
import { parametersOf } from '#test/support/requests.ts';
import { send } from '#test/support/service.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: object;
}

interface Response {
  readonly description: string;
  readonly content?: Record<string, { readonly schema: object }>;
  readonly headers?: object;
}

interface Operation {
  readonly description?: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-required-scope'?: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, Response>;
}

const answer = await send('GET', '/openapi.json');
const document = answer.json;
const operationOf = ({ path, method }: Route): Operation =>
  withResponses(document.paths[documentedPathOf({ path })][method.toLowerCase()], document);

/** Yields every value of a document as `[JSON pointer, value]`. */
function* valuesIn(value: unknown, where = '#'): Generator<[string, unknown]> {
  yield [where, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield* valuesIn(child, `${where}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

test('GET /v1/openapi.json returns an OpenAPI 3.1 document without a token', () => {
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.stringMatching(/^\d/) });
  expect(document.servers.map(({ url }: Json) => url)).toEqual([
    '/v1',
    'http://127.0.0.1:3000/v1',
    'https://{domain}/v1',
  ]);
  expect(document.components.securitySchemes.bearer).toMatchObject({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
});

test('the OpenAPI document contains exactly the paths and methods of the contract', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const documented = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => methods.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const contract = routes
    .flatMap(routeKeysOf)
    .map((routeKey) => routeKey.replace(/ \/v1$/, ' /').replace(' /v1', ' '));
  const files = routes.flatMap((route) => csvPathOf(route) ?? []).map((path) => `GET ${path}`);
  expect(documented.toSorted()).toEqual([...contract, ...files].toSorted());
});

test('an endpoint that returns CSV has a .csv path, and its errors are JSON', () => {
  const path = '/payouts/{id}.csv';
  expect(routes.flatMap((route) => csvPathOf(route) ?? [])).toEqual(['/imports/{id}.csv', path]);
  const get: Operation = withResponses(document.paths[path].get, document);
  expect([get.operationId, get.parameters?.map(({ name }) => name)]).toEqual([
    'payouts.get.csv',
    ['id', 'excel', 'x-mode'],
  ]);
  expect(Object.keys(get.responses[200]?.content ?? {})).toEqual(['text/csv']);
  expect(Object.keys(get.responses[409]?.content ?? {})).toEqual(['application/json']);
});

test('every reference in the OpenAPI document resolves, and every schema is referenced', () => {
  const all = [...valuesIn(document)];
  const places = new Set(all.map(([where]) => where));
  const references = new Set(
    all.flatMap(([where, value]) => (where.endsWith('/$ref') ? [String(value)] : [])),
  );
  expect([...references].filter((reference) => !places.has(reference))).toEqual([]);
  const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(named.filter((name) => !references.has(name))).toEqual([]);
  expect(named).toContain('#/components/schemas/Affiliate');
});

test('every operation id in the OpenAPI document is unique', () => {
  const ids = routes.map((route) => operationOf(route).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Returns false for an empty schema, which would accept any value. */
const hasConstraints = (schema: object | undefined): boolean => Object.keys(schema ?? {}).length > 0;

describe.each(routes)('$method /v1$path', (route) => {
  const operation = operationOf(route);
  const parameters = operation.parameters ?? [];
  const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);

  test('documents its path and query parameters, each with a schema', () => {
    expect(namesIn('path').toSorted()).toEqual(parametersOf(route).toSorted());
    expect(namesIn('query').toSorted()).toEqual(Object.keys(route.query?.shape ?? {}).toSorted());
    for (const one of parameters) expect(hasConstraints(one.schema), one.name).toBe(true);
    expect(parameters.filter((one) => one.in === 'path' && one.required !== true)).toEqual([]);
  });

  test('documents the header for test mode if and only if it has test data', () => {
    const known = ['Idempotency-Key', 'If-Match', 'x-mode'];
    expect(namesIn('header').filter((name) => !known.includes(name))).toEqual([]);
    const isOfAccount =
      /^\/(api-keys|brand$|brand\/(logo|link-domain)|audit|users|me|auth|health|openapi)|^$/.test(route.path);
    const isPublic = route.access === 'public';
    expect(namesIn('header').includes('x-mode')).toBe(!isOfAccount && !isPublic);
  });

  test('documents whether it accepts an idempotency key, and the responses to it', () => {
    const takes = takesIdempotencyKey(route);
    expect(namesIn('header').includes('Idempotency-Key')).toBe(takes);
    const { [route.answer.status]: success, 409: conflict, 422: mismatch } = operation.responses;
    expect('idempotency-replayed' in (success?.headers ?? {})).toBe(takes);
    expect(mismatch !== undefined).toBe(takes);
    if (takes) expect(Object.keys(conflict?.headers ?? {})).toContain('retry-after');
    const saysNoKey = (operation.description ?? '').includes('Does not accept an `Idempotency-Key`');
    expect(saysNoKey).toBe(route.method === 'POST' && !takes);
  });

  test('the operation documents whether it returns a version and accepts `If-Match`', () => {
    const accepts = acceptsIfMatch(route);
    const { [route.answer.status]: success, 412: mismatch } = operation.responses;
    expect(namesIn('header').includes('If-Match')).toBe(accepts);
    expect('etag' in (mismatch?.headers ?? {})).toBe(accepts);
    const returns = route.versioned !== undefined && route.answer.kind !== 'empty';
    expect('etag' in (success?.headers ?? {})).toBe(returns);
  });

  test('requires a token or an API key with its scope unless it is public', () => {
    const { access, scope } = route;
    const schemes = scope === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
    expect(operation.security).toEqual(access === 'public' ? [] : schemes);
    const required = scope === 'any' ? undefined : scope;
    expect(operation['x-required-scope']).toBe(required);
    expect((operation.description ?? '').includes(`scope \`${scope}\``)).toBe(required !== undefined);
  });

  test('documents a body if and only if it accepts one', () => {
    const types = Object.keys(operation.requestBody?.content ?? {});
    expect(types).toEqual(route.body === undefined ? [] : ['application/json']);
    const schema = resolved(operation.requestBody?.content['application/json']?.schema, document);
    expect(hasConstraints(schema)).toBe(route.body !== undefined);
  });

  test('documents its success and error responses', () => {
    const { answer } = route;
    const success = operation.responses[answer.status];
    const hasBody = !['empty', 'redirect', 'file', 'image'].includes(answer.kind);
    expect(Object.keys(success?.content ?? {})).toEqual([
      ...(answer.kind === 'file' ? ['application/xml', 'text/csv'] : []),
      ...(answer.kind === 'image' ? [answer.type] : []),
      ...(hasBody ? [answer.kind === 'html' ? 'text/html' : 'application/json'] : []),
      ...(answer.kind === 'item' && answer.csv === 'accept' ? ['text/csv'] : []),
    ]);
    const refusals = Object.entries(operation.responses).filter(([code]) => !/^[23]/.test(code));
    expect(refusals.map(([code]) => code)).toEqual(expect.arrayContaining(['429', '503']));
    for (const [code, { description, content }] of refusals) {
      expect(description, code).toMatch(/\S/);
      const name = ['429', '500', '503', 'default'].includes(code) ? 'AnyError' : 'ServiceError';
      expect(content?.['application/json']?.schema).toEqual({ $ref: `#/components/schemas/${name}` });
    }
  });
});

test('every authenticated POST except logout, refresh, password changes, those that return a secret, the MCP server and the reset of test data accepts an idempotency key', () => {
  const posts = routes.filter(({ method, access }) => method === 'POST' && access !== 'public');
  const others = posts.filter((route) => !takesIdempotencyKey(route)).map(({ path }) => path);
  expect(others.toSorted()).toEqual([
    '/affiliates/{id}/portal-sessions',
    '/api-keys',
    '/api-keys/{id}/rotate',
    '/auth/logout',
    '/auth/password',
    '/auth/refresh',
    '/auth/second-factor',
    '/auth/second-factor/confirm',
    '/creator/logout',
    '/mcp',
    '/test/reset',
    '/webhook-endpoints',
    '/webhook-endpoints/{id}/rotate-secret',
  ]);
  expect(routes.filter(takesIdempotencyKey).every((route) => posts.includes(route))).toBe(true);
});

test('every list endpoint accepts `limit` and `cursor` and returns `data` and `meta`', () => {
  const lists = routes.filter(({ answer: { kind } }) => kind === 'list').map(operationOf);
  expect(lists.length).toBeGreaterThan(0);
  for (const { parameters = [], responses } of lists) {
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } });
    expect(limit?.required ?? false).toBe(false);
    expect(resolved(responses[200]?.content?.['application/json']?.schema, document)).toMatchObject({
      properties: { data: { type: 'array' }, meta: { $ref: '#/components/schemas/ListMeta' } },
      required: ['data', 'meta'],
    });
  }
});

test('`AnyError` has the fields of an error, of which API Gateway sends only `message`', () => {
  const { AnyError, ServiceError } = document.components.schemas;
  expect(ServiceError.required).toEqual(['statusCode', 'message', 'error', 'code']);
  expect(Object.keys(AnyError.properties)).toEqual(Object.keys(ServiceError.properties));
  expect(AnyError.required).toEqual(['message']);
});

test('each operation has its own summary, because menus show only summaries', () => {
  const summaries = Object.values<Json>(document.paths).flatMap((methods) =>
    Object.entries<Json>(methods).flatMap(([method, { summary }]) => (method === 'head' ? [] : [summary])),
  );
  const repeated = summaries.filter((summary, index) => summaries.indexOf(summary) < index);
  expect([summaries.length > 100, repeated]).toEqual([true, []]);
});

test('every operation and webhook has a described tag, and each tag is in one group', () => {
  const parts = [...Object.values<Json>(document.paths), ...Object.values<Json>(document.webhooks)];
  const used = parts.flatMap((methods) => Object.values<Json>(methods).flatMap(({ tags }) => tags));
  const names = document.tags.map(({ name }: Json) => name);
  expect(new Set(names)).toEqual(new Set(used));
  expect(document['x-tagGroups'].flatMap(({ tags }: Json) => tags)).toEqual(names);
});

describe('the descriptions, names and shared parts of the OpenAPI document', () => {
  const places = [...valuesIn(document)];
  const isSchema = (where: string): boolean =>
    /\/(schema|items|(properties|schemas|anyOf|oneOf)\/[^/]+)$/.test(where) && !where.includes('/example');
  const schemas = places.filter(([where]) => isSchema(where)) as readonly (readonly [string, Json])[];
  const operations = Object.values<Json>(document.paths).flatMap((methods) => Object.values<Json>(methods));

  test('every operation and every parameter has a description', () => {
    const undescribed = operations.flatMap((operation) =>
      [operation, ...(operation.parameters ?? [])]
        .filter(({ description }) => !/\S/.test(description ?? ''))
        .map(({ name }) => `${operation.operationId} ${name ?? ''}`),
    );
    expect(undescribed).toEqual([]);
  });

  test('every success response has an example, except the pages for people, images, the SEPA file and the OpenAPI document', () => {
    const media = operations.flatMap((operation) =>
      Object.entries<Response>(withResponses(operation, document).responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content = {} }]) =>
          Object.entries(content).map(([type, one]) => ({
            name: `${operation.operationId} ${status} ${type}`,
            ...one,
          })),
        ),
    );
    expect(media.filter((one) => !('example' in one)).map(({ name }) => name)).toEqual([
      'auth.choosePasswordPage 200 text/html',
      'links.qrSvg 200 image/svg+xml',
      'links.qrPng 200 image/png',
      'payouts.getFile 200 application/xml',
      'mails.unsubscribePage 200 text/html',
      'mails.unsubscribe 200 text/html',
      'service.openapi 200 application/json',
    ]);
  });

  test('every named schema and every property has a description', () => {
    const undescribed = schemas.filter(
      ([where, { $ref, description }]) =>
        /\/(properties|schemas)\/[^/]+$/.test(where) && $ref === undefined && !/\S/.test(description ?? ''),
    );
    expect(undescribed.map(([where]) => where)).toEqual([]);
  });

  test('every body is a named schema, and no object is anonymous', () => {
    const bodies = places.filter(([where]) => where.endsWith('/content/application~1json/schema'));
    expect(bodies.length).toBeGreaterThan(routes.length);
    expect(
      bodies.filter(([, schema]) => (schema as Json).$ref === undefined).map(([where]) => where),
    ).toEqual([]);
    const objects = schemas.filter(([, { properties }]) => properties !== undefined).map(([where]) => where);
    expect(objects.filter((where) => !/^#\/components\/schemas\/\w+$/.test(where))).toEqual([]);
  });

  test('every error response is in `components.responses`', () => {
    const inline = operations.flatMap(({ operationId, responses }) =>
      Object.entries<Json>(responses)
        .filter(([status, { $ref }]) => !/^[23]/.test(status) && $ref === undefined)
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(inline).toEqual([]);
  });

  test('a flag such as `dryRun` is a boolean', () => {
    const flags = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }: Json) => ['dryRun', 'held', 'excluded'].includes(name)),
    );
    expect(flags.length).toBeGreaterThan(3);
    expect(new Set(flags.map(({ schema }: Json) => schema.type))).toEqual(new Set(['boolean']));
  });
});
