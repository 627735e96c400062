import { expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '#lib/surface/api/routes.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Returns the schema that a reference names: `#/$defs/Rate`. */
const resolved = (schema: Schema, all: Schema): Schema =>
  all.$defs?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

/** Terms contain rates, too. */
function isRate(given: Schema, all: Schema): boolean {
  const schema = resolved(given, all);
  const type = resolved(schema.properties?.type ?? {}, all);
  if (type.enum?.includes('percentage') === true) return true;
  const { rate } = schema.properties ?? {};
  return [...(schema.anyOf ?? []), ...(rate === undefined ? [] : [rate])].some((one) => isRate(one, all));
}

/** The fields of a body whose values are rates, or that choose the terms of a group. */
function ratesIn(body: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const { properties = {} } = resolved(schema, schema);
  return Object.entries(properties).flatMap(([name, field]) =>
    name === 'group' || isRate(field, schema) ? [name] : [],
  );
}

test('each endpoint that members may call names the rates in its body, so that a brand can reserve them for admins', () => {
  const writing = routes.filter(
    ({ access, body }) => access !== 'public' && access.roles.includes('member') && body !== undefined,
  );
  const rates = writing.map(({ name, body }) => [name, body === undefined ? [] : ratesIn(body)]);
  expect(rates).toEqual(writing.map(({ name, rateFields = [] }) => [name, rateFields]));
  expect(rates.filter(([, fields]) => fields?.length)).toHaveLength(9);
});
