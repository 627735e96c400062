// Tests how a deprecated endpoint and a deprecated field are announced. No endpoint is deprecated now. docs/decisions/0165
import { expect, test } from 'vitest';
import * as z from 'zod';
import { item } from '#lib/foundation/contract/answer.ts';
import { defineRoutes } from '#lib/foundation/contract/route.ts';
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import type { Json } from '#test/support/json.ts';

const answer = z
  .object({
    name: z.string().meta({ description: 'The name.' }),
    title: z.string().meta({ description: 'The former `name`.', deprecated: true }),
  })
  .meta({ id: 'Thing', description: 'A thing.' });

const { get } = defineRoutes('things', {
  get: {
    method: 'GET',
    path: '/things',
    summary: 'Get the thing',
    access: 'public',
    deprecated: { since: '2026-12-01', sunset: '2027-06-01', replacement: '/items' },
    answer: item(answer),
    table: { actions: [] },
  },
});

const handler = endpoint(get, () => ({ name: 'Ada', title: 'Ada' }));
const ask = (queryStringParameters: Record<string, string>) =>
  handler({
    queryStringParameters,
    headers: {},
    requestContext: { requestId: 'r', http: { method: 'GET', sourceIp: '203.0.113.7' } },
  } as unknown as HttpEvent);

test('every response of a deprecated endpoint has `Deprecation`, `Sunset` and `Link`', async () => {
  const responses = [await ask({}), await ask({ nonsense: '1' })];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 400]);
  for (const { headers } of responses) {
    expect(headers).toMatchObject({
      deprecation: '@1796083200',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      link: '</v1/items>; rel="successor-version"',
    });
  }
});

test('the OpenAPI document marks a deprecated endpoint and a deprecated field', () => {
  const { paths, components }: Json = openApiDocument([get]);
  const operation = paths['/things'].get;
  expect(operation.deprecated).toBe(true);
  expect(operation.description).toContain('removed on 2027-06-01. Use `/items` instead.');
  expect(Object.keys(operation.responses[200].headers)).toEqual(
    expect.arrayContaining(['deprecation', 'sunset', 'link']),
  );
  expect(components.schemas.Thing.properties.title.deprecated).toBe(true);
  expect(components.schemas.Thing.properties.name.deprecated).toBeUndefined();
});
