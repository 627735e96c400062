// Tests that the published OpenAPI document lets clients survive new fields and values, and stays strict about requests. docs/decisions/0076
import { expect, test } from 'vitest';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { openSchema } from '#lib/surface/api/open-schemas.ts';
import type { Json } from '#test/support/json.ts';

const document: Json = interfaceDocument();
const named: Json = document.components.schemas;

/** Yields the schemas of a part with their paths, also those behind references, each once. */
function* schemasIn(part: Json, where = '', seen = new Set<string>()): Generator<[string, Json]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [where, part];
  if (typeof part.$ref === 'string' && !seen.has(part.$ref)) {
    seen.add(part.$ref);
    const steps: readonly string[] = part.$ref.slice(2).split('/');
    const target = steps.reduce((value: Json, step) => value[step], document);
    yield* schemasIn(target, part.$ref, seen);
  }
  for (const [key, inner] of Object.entries<Json>(part))
    if (!/^(examples?|mapping)$/.test(key)) yield* schemasIn(inner, `${where}/${key}`, seen);
}

const operations = Object.values<Json>(document.paths).flatMap((methods) => Object.values<Json>(methods));
const answers = [
  ...schemasIn({ responses: operations.map(({ responses }) => responses), webhooks: document.webhooks }),
];
const requests = [
  ...schemasIn(operations.map(({ parameters, requestBody }) => ({ parameters, requestBody }))),
];
const placesOf = (parts: readonly (readonly [string, Json])[], isFound: (schema: Json) => boolean) =>
  parts.filter(([, schema]) => isFound(schema)).map(([where]) => where);

test('a response can get more fields, values and variants without a change of its schema', () => {
  const isClosed = (schema: Json) =>
    schema.additionalProperties === false ||
    Array.isArray(schema.enum) ||
    typeof schema.pattern === 'string' ||
    'const' in schema;
  expect(placesOf(answers, isClosed)).toEqual([]);
  const unions = ['anyOf', 'oneOf'].map((key) => ({
    key,
    found: placesOf(answers, (schema) => key in schema),
  }));
  const isWithNull = (where: string) =>
    placesOf(answers, (schema) => schema.anyOf?.length === 2).includes(where);
  expect(unions.flatMap(({ found }) => found).filter((where) => !isWithNull(where))).toEqual([]);
  expect(named.Commission.properties.status['x-extensible-enum']).toContain('approved');
  expect(named.BulkConversionResult.required).toEqual(['index', 'status']);
});

test('a request accepts exactly its fields and values', () => {
  const open = placesOf(
    requests,
    (schema) =>
      typeof schema.properties === 'object' &&
      schema.type === 'object' &&
      schema.additionalProperties !== false,
  );
  expect(open).toEqual([]);
  expect(named.CampaignInput.properties.status.enum).toEqual(['draft', 'active']);
});

test('no schema needs a keyword that generators of clients cannot express', () => {
  const isHard = ({ type, pattern, ...schema }: Json) =>
    'const' in schema ||
    (typeof pattern === 'string' && /\\p\{/.test(pattern)) ||
    (type === undefined && schema.enum);
  expect(placesOf([...answers, ...requests], isHard)).toEqual([]);
  const isLoneNull = ([where, { type }]: readonly [string, Json]) =>
    type === 'null' && !/\/anyOf\/\d$/.test(where);
  expect([...answers, ...requests].filter(isLoneNull)).toEqual([]);
});

test('no schema has the name of a global of JavaScript or of a constructor in Go', () => {
  const names = Object.keys(named);
  expect(
    names.filter((name) => name in globalThis || (name.startsWith('New') && name.slice(3) in named)),
  ).toEqual([]);
  expect(names).toContain('ServiceError');
});

test('the variants of a union become one object, which describes the values of each variant', () => {
  const variant = (status: string, field: string) => ({
    type: 'object',
    properties: {
      status: { type: 'string', const: status, description: `It is ${status}.` },
      [field]: { type: 'string' },
    },
    required: ['status', field],
    additionalProperties: false,
  });
  expect(openSchema({ oneOf: [variant('created', 'id'), variant('failed', 'error')] }, {})).toEqual({
    type: 'object',
    description: undefined,
    properties: {
      status: {
        type: 'string',
        description: '- `created`: It is created.\n- `failed`: It is failed.',
        enum: ['created', 'failed'],
      },
      id: { type: 'string' },
      error: { type: 'string' },
    },
    required: ['status'],
  });
});

test('a field of a response that is text or a number has no type', () => {
  const variants = [{ type: 'string' }, { type: 'integer' }];
  expect(openSchema({ description: 'An id.', anyOf: variants }, {})).toEqual({ description: 'An id.' });
  expect(openSchema({ anyOf: [variants[0] ?? {}, { type: 'string', format: 'uri' }] }, {}).type).toBe(
    'string',
  );
});
