import { expect, test } from 'vitest';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';
import { send } from '#test/support/service.ts';

test('GET /v1 lists every path with its methods, and names the OpenAPI document', async () => {
  const { status, json } = await send('GET', '');
  expect(status).toBe(200);
  expect(json.data.openapi).toBe('/v1/openapi.json');
  const listed = json.data.resources.flatMap(({ path, methods }: Json) =>
    methods.map((method: string) => `${method} ${path}`),
  );
  expect(listed.toSorted()).toEqual(routes.flatMap(routeKeysOf).toSorted());
  expect(json.data.resources).toContainEqual({
    name: 'campaigns',
    path: '/v1/campaigns/{id}',
    description: 'Get a campaign. Update a campaign. Delete a draft campaign',
    methods: ['GET', 'PATCH', 'DELETE'],
  });
});

test('GET /v1/ redirects to GET /v1', async () => {
  const { status, headers } = await send('GET', '/');
  expect([status, headers.location]).toEqual([308, '/v1']);
});
