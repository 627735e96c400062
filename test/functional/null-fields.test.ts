// Tests that null counts as absent in every optional field of every POST body, as the OpenAPI document says.
import { beforeAll, describe, expect, test } from 'vitest';
import { takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { nameInReference } from '#lib/surface/api/json-schema.ts';
import { strict } from '#lib/surface/api/post-bodies.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { isReplay, newKey, visibleResponse, withKey } from '#test/support/idempotent-requests.ts';
import type { Json } from '#test/support/json.ts';
import { recordOrder, sendOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { createTestWorld } from '#test/support/world.ts';

const document: Json = interfaceDocument();
const keyedRoutes = routes.filter((route) => takesIdempotencyKey(route) && route.body !== undefined);

const resolve = ({ $ref, ...schema }: Json): Json =>
  $ref === undefined ? schema : document.components.schemas[$ref.split('/').at(-1)];

const allowsNull = (schema: Json): boolean =>
  [schema.type].flat().includes('null') || (schema.anyOf ?? []).some(allowsNull);

const isStrict = ({ $ref = '' }: Json): boolean => strict.includes(nameInReference($ref));

/** Adds each optional field that is absent, as null. The document allows each null, except in a schema that a PUT uses as well. */
function withNulls(schema: Json, body: Json, isAllowed = true): Json {
  if (Array.isArray(body)) return body.map((item) => withNulls(resolve(schema.items ?? {}), item, isAllowed));
  if (typeof body !== 'object') return body;
  const { properties = {}, required = [] } = schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  // Lists of values are documented without null.
  const isDocumented = (field: Json) => allowsNull(field) || (field.enum ?? field.items?.enum) !== undefined;
  if (isAllowed) expect(optional.filter((name) => !isDocumented(resolve(properties[name])))).toEqual([]);
  const sent = Object.entries(body).map(([name, value]) => {
    const field = properties[name] ?? {};
    return [name, withNulls(resolve(field), value, isAllowed && !isStrict(field))];
  });
  return { ...Object.fromEntries(optional.map((name) => [name, null])), ...Object.fromEntries(sent) };
}

const countNulls = (value: Json): number => JSON.stringify(value).split(':null').length - 1;

let world: World;
beforeAll(async () => {
  world = await createTestWorld();
});

describe('a POST body with null in every optional field', () => {
  test.each(keyedRoutes)(
    'a body with nulls is the same request to $name as a body without these fields',
    async ({ name, path }) => {
      const { schema } = document.paths[path].post.requestBody.content['application/json'];
      const { path: url, status: _, ...sent } = await plainSuccessOf(name)(world);
      const request = { token: world.token, ...sent, ...withKey(newKey()) };
      const first = await send('POST', url, request);
      expect(first.status, first.text).toBeLessThan(300);
      const again = await send('POST', url, {
        ...request,
        body: withNulls(resolve(schema), sent.body ?? {}),
      });
      expect(isReplay(again), again.text).toBe(true);
      expect(visibleResponse(again)).toEqual(visibleResponse(first));
    },
  );

  test('repeats an order that was recorded without these fields', async () => {
    const { admin } = await createBrand();
    const order = { orderId: 'o-1', amount: 5, items: [{ sku: 'tea', quantity: 1 }] };
    const recorded = await recordOrder(admin, order);
    const body = withNulls(document.components.schemas.ConversionInput, order);
    expect(countNulls(body)).toBeGreaterThan(6);
    const again = await sendOrder(admin, body);
    expect([again.status, again.json.data]).toEqual([200, recorded]);
  });
});

test('PATCH /v1/affiliates/{id} still removes a value with null, and refuses null for a field that cannot be removed', async () => {
  const { affiliateId } = world;
  const patch = (body: object) => send('PATCH', `/affiliates/${affiliateId}`, { token: world.token, body });
  await patch({ commissionOverride: { type: 'percentage', value: 5 } });
  expect((await patch({ commissionOverride: null })).json.data.commissionOverride).toBeNull();
  expect((await patch({ name: null })).json.details).toMatchObject([{ path: 'name' }]);
});
